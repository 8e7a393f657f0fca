import type { AgreementInput, CallOffInput, Pickup } from '#lib/contract/pickups.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor, ListingTable, PickupTable } from '#lib/server/db/schema.ts';
import { AppError } from '#lib/server/errors.ts';
import { updateListing } from '#lib/server/listings/queries.ts';
import { regionDay } from '#lib/site.ts';

import { take } from './amounts.ts';
import { notifyOther } from './notify-pickup.ts';
import { inPickupTransaction, type LockedPickup, requirePhone } from './pickup-transaction.ts';
import { updatePickup } from './queries.ts';
import { returnAmount } from './return-amount.ts';

const SHOWN_TO_GUESTS = { invalidates: ['posts' as const] };
// The other member is waiting: a suspended one may respond.
const ENDING = { ...SHOWN_TO_GUESTS, allowsSuspended: true };

/**
 * An amount is in the unit of when it was requested.
 * @throws AppError pickup_ended once its day is over; listing_changed
 */
function checkRequest(ctx: Ctx, pickup: PickupTable, listing: ListingTable): void {
  if (pickup.day < regionDay(ctx.now())) throw new AppError('pickup_ended');
  const { kind, material, amount, unit } = pickup;
  const isSame =
    kind === listing.kind &&
    material === listing.material &&
    (amount === null || unit === listing.unit);
  if (!isSame) throw new AppError('listing_changed');
}

/** Agrees: what it takes is no longer left. The viewer's part of it was checked. */
async function agree(
  ctx: Ctx,
  tx: Executor,
  { pickup, listing }: LockedPickup,
  place: string | null,
) {
  if (!listing) throw new AppError('nothing_left');
  checkRequest(ctx, pickup, listing);
  await requirePhone(ctx, tx);
  const taken = take(listing, pickup.amount);
  await updateListing(tx, listing.post_id, { ...taken.listing, updated_at: ctx.now() });
  await updatePickup(tx, pickup.id, {
    status: 'agreed',
    amount: taken.amount,
    unit: listing.unit,
    place: place || listing.barangay,
    agreed_at: ctx.now(),
    updated_at: ctx.now(),
  });
  await notifyOther(ctx, tx, pickup, 'agreed');
}

/**
 * Agrees to a pickup of the viewer's listing. Agreeing again changes nothing.
 * @throws AppError pickup_not_found, pickup_not_yours, pickup_ended, nothing_left, listing_changed, more_than_left,
 *   contact_required, rate_limited
 */
export const agreeToPickup = (ctx: Ctx, id: string, { place }: AgreementInput): Promise<Pickup> =>
  inPickupTransaction(ctx, id, SHOWN_TO_GUESTS, async (tx, locked) => {
    if (!locked.isOwner) throw new AppError('pickup_not_yours');
    if (locked.pickup.status === 'agreed') return;
    if (locked.pickup.status !== 'requested') throw new AppError('pickup_ended');
    await agree(ctx, tx, locked, place);
  });

/**
 * Says "not this time" to a pickup of the viewer's listing.
 * @throws AppError pickup_not_found, pickup_not_yours, pickup_ended, rate_limited
 */
export const declinePickup = (ctx: Ctx, id: string): Promise<Pickup> =>
  inPickupTransaction(ctx, id, ENDING, async (tx, { pickup, isOwner }) => {
    if (!isOwner) throw new AppError('pickup_not_yours');
    if (pickup.status === 'declined') return;
    if (pickup.status !== 'requested') throw new AppError('pickup_ended');
    const ended_by = requireViewer(ctx).id;
    await updatePickup(tx, id, { status: 'declined', ended_by, updated_at: ctx.now() });
    await notifyOther(ctx, tx, pickup, 'declined');
  });

/** Ends a locked pickup. */
export async function endPickup(
  ctx: Ctx,
  tx: Executor,
  { pickup, listing }: Pick<LockedPickup, 'pickup' | 'listing'>,
  reason: string | null,
): Promise<void> {
  if (listing) await returnAmount(ctx, tx, listing, pickup);
  await updatePickup(tx, pickup.id, {
    status: 'called_off',
    ended_by: requireViewer(ctx).id,
    reason,
    updated_at: ctx.now(),
  });
}

/**
 * Calls a pickup off, or takes the question back.
 * @throws AppError pickup_not_found, pickup_ended, rate_limited
 */
export const callOffPickup = (ctx: Ctx, id: string, { reason }: CallOffInput): Promise<Pickup> =>
  inPickupTransaction(ctx, id, ENDING, async (tx, locked) => {
    const { status } = locked.pickup;
    if (status === 'called_off') return;
    if (status !== 'requested' && status !== 'agreed') throw new AppError('pickup_ended');
    await endPickup(ctx, tx, locked, reason);
    await notifyOther(ctx, tx, locked.pickup, 'calledOff');
  });

/**
 * Says whether the viewer still comes; who does not, calls it off.
 * @throws AppError pickup_not_found, pickup_ended, rate_limited
 */
export const confirmPickup = (ctx: Ctx, id: string, isComing: boolean): Promise<Pickup> =>
  inPickupTransaction(ctx, id, ENDING, async (tx, locked) => {
    if (locked.pickup.status !== 'agreed') throw new AppError('pickup_ended');
    const side = locked.isOwner ? 'owner_coming' : 'requester_coming';
    await updatePickup(tx, id, { [side]: Number(isComing), updated_at: ctx.now() });
    if (isComing) return;
    await endPickup(ctx, tx, locked, null);
    await notifyOther(ctx, tx, locked.pickup, 'calledOff');
  });
