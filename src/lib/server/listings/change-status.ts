import { isActive } from '#lib/contract/listing-states.ts';
import type { Listing, ListingStatusInput } from '#lib/contract/listings.ts';
import type { Ctx } from '#lib/server/context.ts';
import type { ListingTable } from '#lib/server/db/schema.ts';
import { AppError, fieldError, notFound } from '#lib/server/errors.ts';
import { sumAgreed } from '#lib/server/pickups/queries.ts';
import { regionDay } from '#lib/site.ts';

import { alertsDueAt, toListing } from './listing-row.ts';
import { updateListing } from './queries.ts';
import { firstReminder } from './reminder-days.ts';
import { inOwnListingTransaction } from './service.ts';

/**
 * What is left with a new status.
 * @param agreed how much is agreed, and so not left
 * @throws AppError about the field `amount_left`
 */
function amountLeft(
  { amount, amount_left: current }: ListingTable,
  { status, amount_left: given }: ListingStatusInput,
  agreed: number,
): number | null {
  if (amount === null) {
    if (given !== null) throw fieldError('amount_left', 'amount_not_stated');
    return null;
  }
  if (status === 'gone') {
    if (given) throw fieldError('amount_left', 'amount_left_of_gone');
    return 0;
  }
  if (given !== null && given > amount - agreed)
    throw fieldError('amount_left', 'amount_left_out_of_range');
  const left = given ?? current;
  if (status === 'open' && !left) throw fieldError('amount_left', 'amount_left_required');
  return left;
}

/** @throws AppError listing_ended when it would be active after its last day */
function remindOn(row: ListingTable, status: ListingTable['status'], today: string): string | null {
  if (!isActive(status)) return null;
  if (row.until < today) throw new AppError('listing_ended');
  return isActive(row.status) ? row.remind_on : firstReminder(today, row.until);
}

/**
 * Changes the status of the viewer's own listing, and how much is left.
 * @throws AppError listing_not_found, listing_ended, post_not_found, post_not_yours, rate_limited, and about
 *   `amount_left`
 */
export async function changeListingStatus(
  ctx: Ctx,
  postId: string,
  input: ListingStatusInput,
): Promise<Listing> {
  return inOwnListingTransaction(ctx, postId, async (tx, row) => {
    if (!row) throw notFound('listing');
    const change = {
      status: input.status,
      amount_left: amountLeft(row, input, (await sumAgreed(tx, postId))?.amount ?? 0),
      remind_on: remindOn(row, input.status, regionDay(ctx.now())),
      updated_at: ctx.now(),
    };
    const next = { ...row, ...change };
    await updateListing(tx, postId, { ...change, alerts_due_at: alertsDueAt(row, next) });
    return toListing(ctx, next);
  });
}
