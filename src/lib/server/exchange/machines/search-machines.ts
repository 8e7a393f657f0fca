// Machines that are free: who comes to a town in a week.
import { sundayOf } from '#lib/contract/days.ts';
import {
  type FreeMachine,
  type Machine,
  type MachineList,
  MachineSearch,
} from '#lib/contract/exchange/machines.ts';
import { type ReadQuery, readListQuery } from '#lib/contract/pagination.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { checkWeek, isReady, isWeek, kmBetween, machineWeeks, toMachine } from './machines.ts';
import { doOverlap, isOver, listTaken, slotsOf, type TakenSlot } from './parts-of-days.ts';
import * as queries from './queries.ts';

/** A machine of an open service, how far it is from where it is wanted, and from when on it is ready. */
interface Candidate {
  machine: Machine;
  km: number | null;
  row: queries.ServiceRow;
}

/** Lists the machines of open services that come to where they are wanted. @param kmOf null for anywhere */
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

/** What takes parts of the days of machines, by machine. */
type Taken = Map<string, TakenSlot[]>;

async function findTaken(ctx: Ctx, of: Candidate[], days: queries.Days): Promise<Taken> {
  if (of.length === 0) return new Map();
  const ids = of.map(({ machine }) => machine.post_id);
  return Map.groupBy(await listTaken(ctx.db, ids, days), ({ post_id }) => post_id);
}

/** @returns the candidate with what is free of it in a week; none when nothing is */
function toFree(ctx: Ctx, { machine, km, row }: Candidate, week: string, taken: Taken) {
  const own = taken.get(machine.post_id) ?? [];
  const free = slotsOf(machine, week).filter(
    (slot) =>
      !isOver(ctx, slot) && isReady(row, slot.day) && !own.some((each) => doOverlap(each, slot)),
  ).length;
  return free > 0 ? [{ ...machine, distance_km: km, free } satisfies FreeMachine] : [];
}

const byDistance = (a: FreeMachine, b: FreeMachine): number =>
  (a.distance_km ?? 0) - (b.distance_km ?? 0);

/**
 * Finds the machines that come to a town and are free in a week, the nearest first.
 * @throws AppError about `town` or `week`
 */
export async function searchMachines(ctx: Ctx, search: MachineSearch): Promise<MachineList> {
  const { machine, town } = search;
  const week = search.week ?? machineWeeks(ctx).from;
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
  checkWeek(ctx, week);
  const kmOf = (at: string) => (town === null ? null : kmBetween(at, town));
  const candidates = await listCandidates(ctx, machine, kmOf);
  const taken = await findTaken(ctx, candidates, { from: week, until: sundayOf(week) });
  const machines = candidates
    .flatMap((each) => toFree(ctx, each, week, taken))
    .toSorted(byDistance);
  return { week, machines };
}

/** Reads the query of the page; a field that is wrong means the default. */
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
