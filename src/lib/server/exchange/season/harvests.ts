// Harvests that members enter for their own fields: others see only sums over several farms.
import { mondayOf } from '#lib/contract/days.ts';
import {
  ARES,
  FIELD_MATERIALS,
  type FieldMaterial,
  type Harvest,
  type HarvestInput,
  type HarvestList,
} from '#lib/contract/exchange/season.ts';
import { MAX_HARVESTS } from '#lib/contract/limits.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, HarvestTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import * as queries from './queries.ts';
import { weeksAhead } from './service.ts';

// Per day: with made-up fields, many changes could reveal other members' fields one by one
// (docs/decisions/0089-weeks-ahead.md).
export const LIMITS = defineLimits({
  changeHarvest: { what: "a member's changes of their fields", points: 60, seconds: 86_400 },
});

const toHarvest = ({ id, town, material, monday, ares }: HarvestTable): Harvest[] =>
  FIELD_MATERIALS.filter((each) => each === material).map((each: FieldMaterial) => ({
    harvest_id: id,
    town,
    material: each,
    week: monday,
    hectares: ares / ARES,
  }));

/** Checks the town and the week. */
export function checkPlaceAndWeek(
  services: Pick<Services, 'now'>,
  { town, week }: Pick<HarvestInput, 'town' | 'week'>,
): void {
  if (!isTown(town)) throw fieldError('town', 'town_invalid');
  const { from, until } = weeksAhead(services);
  if (week !== mondayOf(week) || week < from || week > until)
    throw fieldError('week', 'week_invalid');
}

const toFacts = ({ town, material, week, hectares }: HarvestInput) => ({
  town,
  material,
  monday: week,
  ares: Math.round(hectares * ARES),
});

const isSamePlace = (row: HarvestTable, { town, material, week }: HarvestInput): boolean =>
  row.town === town && row.material === material && row.monday === week;

/** Runs a transaction that changes the viewer's fields. @param own the fields of weeks that are not over */
async function changeHarvests<T>(
  ctx: Ctx,
  work: (tx: Executor, memberId: string, own: HarvestTable[]) => Promise<T>,
): Promise<T> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.changeHarvest, id);
  return transact(ctx, { invalidates: ['season'] }, async (tx) => {
    await lockViewer(ctx, tx);
    return work(tx, id, await queries.listHarvests(tx, id, weeksAhead(ctx).from));
  });
}

/** Lists the viewer's fields of weeks that are not over. */
export async function listHarvests(ctx: Ctx): Promise<HarvestList> {
  const { id } = requireViewer(ctx);
  const rows = await queries.listHarvests(ctx.db, id, weeksAhead(ctx).from);
  return { harvests: rows.flatMap(toHarvest) };
}

/**
 * Adds or replaces the harvest of the viewer's own field: there is one for each town, material and week.
 * @returns also whether it is new
 */
export async function stateHarvest(
  ctx: Ctx,
  input: HarvestInput,
): Promise<{ harvest: Harvest; isNew: boolean }> {
  checkPlaceAndWeek(ctx, input);
  return changeHarvests(ctx, async (tx, member_id, own) => {
    const facts = toFacts(input);
    const same = own.find((row) => isSamePlace(row, input));
    const id = same?.id ?? newId();
    if (same) await queries.updateHarvest(tx, id, facts);
    else if (own.length >= MAX_HARVESTS) throw new AppError('too_many_harvests');
    else await queries.insertHarvest(tx, { id, member_id, ...facts, created_at: ctx.now() });
    return { harvest: { harvest_id: id, ...input }, isNew: !same };
  });
}

/** Changes the viewer's harvest. */
export async function changeHarvest(ctx: Ctx, id: string, input: HarvestInput): Promise<Harvest> {
  checkPlaceAndWeek(ctx, input);
  return changeHarvests(ctx, async (tx, _, own) => {
    if (!own.some((row) => row.id === id)) throw notFound('harvest');
    if (own.some((row) => row.id !== id && isSamePlace(row, input)))
      throw new AppError('harvest_exists');
    await queries.updateHarvest(tx, id, toFacts(input));
    return { harvest_id: id, ...input };
  });
}

/** Deletes the viewer's harvest. */
export const deleteHarvest = (ctx: Ctx, id: string): Promise<void> =>
  changeHarvests(ctx, async (tx, memberId) => {
    if (!(await queries.deleteHarvest(tx, id, memberId))) throw notFound('harvest');
  });

const STORED_MS = 30 * 86_400_000;

/** Deletes members' harvests a month after their week. */
export const deletePastHarvests = ({ db, now }: Services): Promise<void> =>
  queries.deleteBefore(db, mondayOf(regionDay(now() - STORED_MS)));
