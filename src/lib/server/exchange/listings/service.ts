import { isActive } from '#lib/contract/exchange/listing-states.ts';
import type { Listing, ListingInput, ListingStatusInput } from '#lib/contract/exchange/listings.ts';
import { endPickupsOfPost } from '#lib/server/exchange/pickups/end-pickups.ts';
import { sumAgreed } from '#lib/server/exchange/pickups/queries.ts';
import {
  firstReminder,
  toListing,
  resolveListing,
  type ResolvedListing,
  createListing,
} from '#lib/server/forum/posts/listing.ts';
import { inOwnPostTransaction } from '#lib/server/forum/posts/post-transaction.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { regionDay } from '#lib/site.ts';

import { LIMITS } from './limits.ts';
import { alertsDueAt, toChangedRow } from './listing-row.ts';
import * as listings from './queries.ts';
import { updateListing } from './queries.ts';

/**
 * Checks that a listing still has what others agreed to: its material, its unit, and at least the amount.
 * @param agreed null when nothing is
 * @throws AppError agreed_already, about `material`, `unit` or `amount`
 */
function checkAgreed(
  row: ListingTable,
  { material, unit, amount }: ListingInput,
  agreed: { amount: number } | null,
): void {
  if (!agreed) return;
  if (material !== row.material) throw fieldError('material', 'agreed_already');
  if (unit !== row.unit) throw fieldError('unit', 'agreed_already');
  if ((amount === null) !== (row.amount === null)) throw fieldError('amount', 'agreed_already');
  if (amount !== null && amount < agreed.amount) throw fieldError('amount', 'less_than_agreed');
}

/**
 * Runs a transaction that changes the listing of the viewer's own post.
 * @param work gets the listing, if there is one, locked
 * @throws AppError post_not_found, post_not_yours, rate_limited
 */
async function inOwnListingTransaction<T>(
  ctx: Ctx,
  postId: string,
  work: (tx: Executor, row: ListingTable | undefined) => Promise<T>,
): Promise<T> {
  await ctx.limits.consume(LIMITS.changeListing, requireViewer(ctx).id);
  return inOwnPostTransaction(ctx, postId, async (tx) =>
    work(tx, await listings.lockListing(tx, postId)),
  );
}

async function storeListing(
  ctx: Ctx,
  tx: Executor,
  postId: string,
  { listing, row }: { listing: ResolvedListing; row: ListingTable | undefined },
): Promise<ListingTable> {
  if (!row) return createListing(ctx, tx, postId, listing);
  const agreed = await sumAgreed(tx, postId);
  checkAgreed(row, listing, agreed);
  const changed = toChangedRow(ctx, row, listing, agreed?.amount ?? 0);
  await listings.updateListing(tx, postId, changed);
  return changed;
}

/**
 * Gives the viewer's own post a listing, or states the one that it has again.
 * @returns also whether it is a new one
 * @throws AppError invalid, post_not_found, post_not_yours, rate_limited
 */
export async function putListing(
  ctx: Ctx,
  postId: string,
  input: ListingInput,
): Promise<{ listing: Listing; isNew: boolean }> {
  const listing = resolveListing(ctx, input);
  return inOwnListingTransaction(ctx, postId, async (tx, row) => ({
    listing: toListing(ctx, await storeListing(ctx, tx, postId, { listing, row })),
    isNew: row === undefined,
  }));
}

/**
 * Deletes the listing of the viewer's own post, but not the post.
 * @throws AppError listing_not_found, post_not_found, post_not_yours, rate_limited
 */
export async function deleteListing(ctx: Ctx, postId: string): Promise<void> {
  await inOwnListingTransaction(ctx, postId, async (tx) => {
    if (!(await listings.deleteListing(tx, postId))) throw notFound('listing');
    await endPickupsOfPost(ctx, tx, { id: postId, link: postId });
  });
}

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
