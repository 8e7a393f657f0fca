// Searches for machines that come to a town and are free in a week.
import { sundayOf } from '#lib/contract/days.ts';
import {
  type FreeMachine,
  type Machine,
  type MachineList,
  MachineSearch,
  type Slot,
} from '#lib/contract/exchange/machines.ts';
import { type ReadQuery, readListQuery } from '#lib/contract/pagination.ts';
import * as queries from '#lib/server/exchange/stock/machine-queries.ts';
import {
  checkWeek,
  isReady,
  isWeek,
  kmBetween,
  machineWeeks,
  toMachine,
} from '#lib/server/exchange/stock/machine.ts';
import {
  doOverlap,
  isOver,
  listTaken,
  slotsOf,
  type TakenSlot,
} from '#lib/server/exchange/stock/parts-of-days.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { toPage } from '#lib/server/platform/pagination.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

/** A machine of an open service, with its distance from the wanted town, and the day from which it is ready. */
interface Candidate {
  machine: Machine;
  km: number | null;
  row: queries.ServiceRow;
}

/** Lists the machines of open services that come to the wanted town. @param kmOf null for anywhere */
async function listCandidates(
  ctx: Ctx,
  wanted: MachineSearch['machine'],
  kmOf: (town: string) => number | null,
): Promise<Candidate[]> {
  const open = { machine: wanted, today: regionDay(ctx.now()) };
  const rows = await queries.listServices(ctx.db, ctx.viewer?.id ?? null, open);
  return rows.flatMap((row) => {
    const machine = toMachine(ctx, row);
    const km = kmOf(row.town);
    return machine && (km === null || km <= machine.reach_km) ? [{ machine, km, row }] : [];
  });
}

/** Taken parts of days, by machine. */
type Taken = Map<string, TakenSlot[]>;

async function takenByMachine(ctx: Ctx, of: Candidate[], days: queries.Days): Promise<Taken> {
  if (of.length === 0) return new Map();
  const ids = of.map(({ machine }) => machine.post_id);
  return Map.groupBy(await listTaken(ctx.db, ids, days), ({ post_id }) => post_id);
}

/**
 * @param days a range that includes all the weeks
 * @returns a function that adds to a candidate its free slots in a week, or returns nothing when it has none
 */
async function freeIn(ctx: Ctx, of: Candidate[], days: queries.Days) {
  const taken = await takenByMachine(ctx, of, days);
  // Computed once for all machines: reading the clock formats the time.
  const toCome = new Map<string, Slot[]>();
  const slotsToCome = (machine: Machine, week: string): Slot[] => {
    const key = `${week} ${machine.is_whole_day}`;
    const slots = toCome.get(key) ?? slotsOf(machine, week).filter((slot) => !isOver(ctx, slot));
    toCome.set(key, slots);
    return slots;
  };
  return ({ machine, km, row }: Candidate, week: string): FreeMachine[] => {
    const own = taken.get(machine.post_id) ?? [];
    const free = slotsToCome(machine, week).filter(
      (slot) => isReady(row, slot.day) && !own.some((each) => doOverlap(each, slot)),
    ).length;
    return free > 0 ? [{ ...machine, distance_km: km, free }] : [];
  };
}

/** Nearest first, then newest first. */
const inOrder = (a: FreeMachine, b: FreeMachine): number =>
  (a.distance_km ?? 0) - (b.distance_km ?? 0) || b.post_id.localeCompare(a.post_id, 'en');

const cursorOf = ({ distance_km, post_id }: FreeMachine): string =>
  `${distance_km ?? 0}.${post_id}`;

/**
 * @returns the machines after a cursor. Availability changes: the machine of the cursor may no longer be in the list
 */
function after(machines: FreeMachine[], cursor: string | null): FreeMachine[] {
  if (cursor === null) return machines;
  const [km, post_id = ''] = cursor.split('.');
  return machines.filter(
    (each) => inOrder(each, { ...each, distance_km: Number(km), post_id }) > 0,
  );
}

/** Finds machines that come to a town and are free in a week, nearest first. */
export async function searchMachines(ctx: Ctx, search: MachineSearch): Promise<MachineList> {
  const { machine, town } = search;
  const week = search.week ?? machineWeeks(ctx).from;
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
  checkWeek(ctx, week);
  const kmOf = (at: string) => (town === null ? null : kmBetween(at, town));
  const candidates = await listCandidates(ctx, machine, kmOf);
  const toFree = await freeIn(ctx, candidates, { from: week, until: sundayOf(week) });
  const free = candidates.flatMap((each) => toFree(each, week)).toSorted(inOrder);
  const page = after(free, search.cursor).slice(0, search.limit + 1);
  const { items, nextCursor } = toPage(page, search.limit, cursorOf);
  return { week, count: free.length, machines: items, nextCursor };
}

/** A week in which machines are wanted. */
interface WantedWeek {
  monday: string;
  /** machines must come to one of these; any, if empty */
  towns: string[];
  /** machines must handle one of these */
  materials: string[];
}

/** @returns a function that measures the distance from a town to the nearest of others; caches each pair */
function distances(): (from: string, towns: string[]) => number | null {
  const known = new Map<string, number>();
  const kmTo = (from: string, town: string): number => {
    const key = `${from} ${town}`;
    const km = known.get(key) ?? kmBetween(from, town) ?? Infinity;
    known.set(key, km);
    return km;
  };
  return (from, towns) =>
    towns.length === 0 ? null : Math.min(...towns.map((town) => kmTo(from, town)));
}

/**
 * Finds the machines that are free in each of several weeks, nearest first, with as many queries as for one week.
 * @param weeks earliest first
 * @returns the machines by Monday of the week, and the ids of all services that have a machine
 */
export async function listFreeByWeek(ctx: Ctx, weeks: WantedWeek[]) {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last)
    return { machines: new Map<string, FreeMachine[]>(), ids: new Set<string>() };
  const all = await listCandidates(ctx, null, () => null);
  const toFree = await freeIn(ctx, all, { from: first.monday, until: sundayOf(last.monday) });
  const nearest = distances();
  const machinesFor = ({ monday, towns, materials }: WantedWeek): FreeMachine[] =>
    all
      .filter(({ row }) => materials.includes(row.material))
      .map((each) => Object.assign({}, each, { km: nearest(each.machine.town, towns) }))
      .filter(({ km, machine }) => km === null || km <= machine.reach_km)
      .flatMap((each) => toFree(each, monday))
      .toSorted(inOrder);
  return {
    machines: new Map(weeks.map((week) => [week.monday, machinesFor(week)])),
    ids: new Set(all.map(({ machine }) => machine.post_id)),
  };
}

/** Reads the query of the page; an invalid field means its default. */
export function readMachineSearch(
  ctx: Ctx,
  params: URLSearchParams,
): ReadQuery<MachineSearch & { week: string }> {
  const { query, dropped } = readListQuery(MachineSearch, params);
  const isTownWrong = query.town !== null && !isTown(query.town);
  const isWeekWrong = query.week !== null && !isWeek(ctx, query.week);
  const week = query.week === null || isWeekWrong ? machineWeeks(ctx).from : query.week;
  return {
    query: { ...query, town: isTownWrong ? null : query.town, week },
    dropped: [...dropped, ...(isTownWrong ? ['town'] : []), ...(isWeekWrong ? ['week'] : [])],
  };
}
