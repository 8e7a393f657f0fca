import { addDays } from '#lib/contract/days.ts';
import type { Pickup, PickupOutcome } from '#lib/contract/pickups.ts';
import type { Ctx, Services } from '#lib/server/context.ts';
import type { Executor, PickupTable } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { AppError } from '#lib/server/errors.ts';
import { updateListing } from '#lib/server/listings/queries.ts';
import { regionDay } from '#lib/site.ts';

import { notifyOther } from './notify-pickup.ts';
import { inPickupTransaction, type LockedPickup } from './pickup-transaction.ts';
import { sumAgreed, updatePickup } from './queries.ts';
import { returnAmount } from './return-amount.ts';

const WAITING_DAYS = 14;

/** The report of one of the two, in its columns. */
const toColumns = (
  isOwner: boolean,
  { result, kg, reason }: PickupOutcome,
): Partial<PickupTable> => {
  const counted = result === 'not' ? 0 : kg;
  const why = result === 'not' ? reason : null;
  return isOwner
    ? { owner_result: result, owner_kg: counted, owner_reason: why }
    : { requester_result: result, requester_kg: counted, requester_reason: why };
};

/** What both agree on, otherwise the lower. @returns null until both have reported */
const countKg = ({ owner_kg, requester_kg }: PickupTable): number | null =>
  owner_kg === null || requester_kg === null ? null : Math.min(owner_kg, requester_kg);

/** What was not handed over is left. A listing of which nothing is left, and nothing is agreed any more, is gone. */
async function settleListing(
  ctx: Ctx,
  tx: Executor,
  listing: LockedPickup['listing'],
  pickup: PickupTable,
): Promise<void> {
  const { owner_result, requester_result } = pickup;
  if (listing && owner_result === 'not' && requester_result === 'not')
    return returnAmount(ctx, tx, listing, pickup);
  if (listing?.status !== 'promised' || listing.amount_left) return;
  if (await sumAgreed(tx, listing.post_id)) return;
  const change = { status: 'gone' as const, remind_on: null, updated_at: ctx.now() };
  await updateListing(tx, listing.post_id, change);
}

/**
 * Says how a pickup went, from its day on. It counts once both have reported. Saying it again before that changes it.
 * @throws AppError pickup_not_found, pickup_ended, too_early, rate_limited
 */
export const reportOutcome = (ctx: Ctx, id: string, outcome: PickupOutcome): Promise<Pickup> =>
  inPickupTransaction(
    ctx,
    id,
    { invalidates: ['posts'], allowsSuspended: true },
    async (tx, locked) => {
      const { pickup, isOwner, listing } = locked;
      if (pickup.status !== 'agreed') throw new AppError('pickup_ended');
      if (regionDay(ctx.now()) < pickup.day) throw new AppError('too_early');
      const columns = toColumns(isOwner, outcome);
      const kg = countKg({ ...pickup, ...columns });
      const done = kg === null ? {} : { kg, status: 'done' as const };
      await updatePickup(tx, id, { ...columns, ...done, updated_at: ctx.now() });
      await notifyOther(ctx, tx, pickup, 'outcome');
      if (kg !== null) await settleListing(ctx, tx, listing, { ...pickup, ...columns });
    },
  );

/**
 * Ends agreed pickups two weeks after their day: a report of one of them alone does not count.
 * @returns how many
 */
export async function endSilentPickups(services: Services): Promise<number> {
  const { now } = services;
  const before = addDays(regionDay(now()), -WAITING_DAYS);
  return transact(services, { invalidates: [] }, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('pickups')
      .set({ status: 'done', updated_at: now() })
      .where('status', '=', 'agreed')
      .where('day', '<', before)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  });
}
