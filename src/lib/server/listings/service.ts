import type { Listing, ListingInput } from '#lib/contract/listings.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor, ListingTable } from '#lib/server/db/schema.ts';
import { notFound } from '#lib/server/errors.ts';
import { endPickupsOfPost } from '#lib/server/pickups/end-pickups.ts';
import { sumAgreed } from '#lib/server/pickups/queries.ts';
import { inOwnPostTransaction } from '#lib/server/posts/post-transaction.ts';

import { checkAgreed } from './check-agreed.ts';
import { createListing } from './create-listing.ts';
import { LIMITS } from './limits.ts';
import { toChangedRow, toListing } from './listing-row.ts';
import * as listings from './queries.ts';
import { type ResolvedListing, resolveListing } from './resolve-listing.ts';

/**
 * Runs a transaction that changes the listing of the viewer's own post.
 * @param work gets the listing, if there is one, locked
 * @throws AppError post_not_found, post_not_yours, rate_limited
 */
export async function inOwnListingTransaction<T>(
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
