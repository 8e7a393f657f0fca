import { addDays } from '#lib/contract/days.ts';
import { isActive, LISTING_DAYS } from '#lib/contract/exchange/listing-states.ts';
import type { Pickup, PickupInput } from '#lib/contract/exchange/pickups.ts';
import { lockListing } from '#lib/server/exchange/listings/queries.ts';
import { inPostTransaction } from '#lib/server/forum/posts/change-post.ts';
import { formatDay } from '#lib/server/forum/posts/listing.ts';
import { setTownIfNone } from '#lib/server/people/members/queries.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { isDatabaseError } from '#lib/server/platform/db/database-error.ts';
import type { ListingTable, PickupTable } from '#lib/server/platform/db/schema.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { notifyOther } from './pickup-states.ts';
import { getPickup, LIMITS, requirePhone } from './pickup.ts';
import { insertPickup, UNSAID } from './queries.ts';

const NEWS = { offer: 'requested', need: 'offered', service: 'ordered' } as const;

const EMPTY = { ...UNSAID, place: null, ended_by: null, reason: null, kg: null };

/** @throws AppError about `day` or `town` */
function checkInput({ day, town }: PickupInput, today: string): void {
  if (day < today) throw fieldError('day', 'pickup_day_past');
  if (day > addDays(today, LISTING_DAYS.max)) throw fieldError('day', 'pickup_day_too_late');
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
}

/** @throws AppError listing_not_open, or about `day` or `amount` */
function checkListing(
  listing: ListingTable | undefined,
  { amount, day }: PickupInput,
  today: string,
): void {
  if (!listing || !isActive(listing.status) || listing.until < today)
    throw new AppError('listing_not_open');
  if (listing.ready_on !== null && day < listing.ready_on)
    throw fieldError('day', 'pickup_day_before_ready', { value: formatDay(listing.ready_on) });
  if (day > listing.until)
    throw fieldError('day', 'pickup_day_after_until', { value: formatDay(listing.until) });
  if (amount === null) return;
  if (listing.amount_left === null) throw fieldError('amount', 'amount_without_listing');
  if (amount > listing.amount_left) throw fieldError('amount', 'more_than_left');
}

const toRow = (
  { now }: Ctx,
  { post_id, amount, day, town, vehicle, note }: PickupInput,
  { kind, material, unit, town: listingTown }: ListingTable,
  members: Pick<PickupTable, 'owner_id' | 'requester_id'>,
): PickupTable => ({
  ...EMPTY,
  ...members,
  id: newId(),
  post_id,
  kind,
  material,
  town: listingTown,
  amount,
  unit,
  day,
  requester_town: town,
  vehicle: vehicle || null,
  note: note || null,
  status: 'requested',
  created_at: now(),
  updated_at: now(),
});

/**
 * Asks the owner of a listing whether the viewer may fetch it, or bring it.
 * @throws AppError post_not_found, own_listing, listing_not_open, pickup_exists, contact_required, rate_limited, and
 *   about fields
 */
export async function requestPickup(ctx: Ctx, input: PickupInput): Promise<Pickup> {
  const { id: requester_id } = requireViewer(ctx);
  const today = regionDay(ctx.now());
  checkInput(input, today);
  await ctx.limits.consume(LIMITS.requestPickup, requester_id);
  try {
    const id = await inPostTransaction(
      ctx,
      input.post_id,
      { invalidates: [] },
      async (tx, owner_id) => {
        if (owner_id === requester_id) throw new AppError('own_listing');
        const listing = await lockListing(tx, input.post_id);
        checkListing(listing, input, today);
        if (!listing) throw new AppError('listing_not_open');
        await requirePhone(ctx, tx);
        if (input.town !== null) await setTownIfNone(tx, requester_id, input.town);
        const pickup = toRow(ctx, input, listing, { owner_id, requester_id });
        await insertPickup(tx, pickup);
        await notifyOther(ctx, tx, pickup, NEWS[listing.kind]);
        return pickup.id;
      },
    );
    return await getPickup(ctx, id);
  } catch (error) {
    throw isDatabaseError(error, 'unique') ? new AppError('pickup_exists') : error;
  }
}
