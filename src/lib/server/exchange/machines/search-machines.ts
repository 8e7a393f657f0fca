import type { ListingCard } from '#lib/contract/exchange/listings/listing-search.ts';
// Searches for machines that come to a town and are free in a week.
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
  bookableWeeks,
  checkWeek,
  daysOf,
  freeSlots,
  isWeek,
  kmBetween,
  toMachine,
} from '#lib/server/exchange/stock/machine.ts';
import {
  listTaken,
  slotsToCome,
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
 * @param all the Mondays of all weeks, earliest first
 * @returns a function that adds to a candidate when it is free in some of these weeks
 */
async function freeIn(ctx: Ctx, of: Candidate[], all: string[]) {
  const taken = all.length > 0 ? await takenByMachine(ctx, of, daysOf(all)) : new Map();
  // Computed once for all machines.
  const known = new Map<string, Slot[]>();
  const toCome = (machine: Machine, weeks: string[]): Slot[] => {
    const key = `${weeks.join(' ')} ${machine.is_whole_day}`;
    const slots = known.get(key) ?? slotsToCome(ctx, machine, weeks);
    known.set(key, slots);
    return slots;
  };
  return ({ machine, km, row }: Candidate, weeks: string[]): FreeMachine => {
    const free = freeSlots(row, toCome(machine, weeks), taken.get(machine.post_id) ?? []);
    return { ...machine, distance_km: km, free: free.length, next_free: free[0] ?? null };
  };
}

const isFree = ({ next_free }: FreeMachine): boolean => next_free !== null;

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

/** Finds machines that come to a town and are free in a week, or in any, nearest first. */
export async function searchMachines(ctx: Ctx, search: MachineSearch): Promise<MachineList> {
  const { machine, town, week } = search;
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
  if (week !== null) checkWeek(ctx, week);
  const weeks = week === null ? bookableWeeks(ctx) : [week];
  const kmOf = (at: string) => (town === null ? null : kmBetween(at, town));
  const candidates = await listCandidates(ctx, machine, kmOf);
  const toFree = await freeIn(ctx, candidates, weeks);
  const free = candidates
    .map((each) => toFree(each, weeks))
    .filter(isFree)
    .toSorted(inOrder);
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
  const all = await listCandidates(ctx, null, () => null);
  const toFree = await freeIn(
    ctx,
    all,
    weeks.map(({ monday }) => monday),
  );
  const nearest = distances();
  const machinesFor = ({ monday, towns, materials }: WantedWeek): FreeMachine[] =>
    all
      .filter(({ row }) => materials.includes(row.material))
      .map((each) => Object.assign({}, each, { km: nearest(each.machine.town, towns) }))
      .filter(({ km, machine }) => km === null || km <= machine.reach_km)
      .map((each) => toFree(each, [monday]))
      .filter(isFree)
      .toSorted(inOrder);
  return {
    machines: new Map(weeks.map((week) => [week.monday, machinesFor(week)])),
    ids: new Set(all.map(({ machine }) => machine.post_id)),
  };
}

/** Finds which listings are machines, and when each is free next. @returns them by id */
export async function findMachinesOf(
  ctx: Ctx,
  listings: Pick<ListingCard, 'post_id' | 'distance_km'>[],
): Promise<Map<string, FreeMachine>> {
  const kmOf = new Map(listings.map(({ post_id, distance_km }) => [post_id, distance_km]));
  const rows = await queries.listMachines(ctx.db, ctx.viewer?.id ?? null, [...kmOf.keys()]);
  const all = rows.flatMap((row): Candidate[] => {
    const machine = toMachine(ctx, row);
    return machine ? [{ machine, km: kmOf.get(row.post_id) ?? null, row }] : [];
  });
  const weeks = bookableWeeks(ctx);
  const toFree = await freeIn(ctx, all, weeks);
  return new Map(all.map((each) => [each.machine.post_id, toFree(each, weeks)]));
}

/** Reads the query of the page; an invalid field means its default. */
export function readMachineSearch(ctx: Ctx, params: URLSearchParams): ReadQuery<MachineSearch> {
  const { query, dropped } = readListQuery(MachineSearch, params);
  const isTownWrong = query.town !== null && !isTown(query.town);
  const isWeekWrong = query.week !== null && !isWeek(ctx, query.week);
  return {
    query: {
      ...query,
      town: isTownWrong ? null : query.town,
      week: isWeekWrong ? null : query.week,
    },
    dropped: [...dropped, ...(isTownWrong ? ['town'] : []), ...(isWeekWrong ? ['week'] : [])],
  };
}
