import type { Pickup } from '#lib/contract/exchange/pickups.ts';
import { lockListing } from '#lib/server/exchange/listings/queries.ts';
import { lockViewer, type WriteOptions } from '#lib/server/people/sessions/lock-viewer.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor, ListingTable, PickupTable } from '#lib/server/platform/db/schema.ts';
import { transact, type TransactionOptions } from '#lib/server/platform/db/transact.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';

import { LIMITS } from './limits.ts';
import { findOpenOf, findPhone, findPickup, findPostOfPickup, lockPickup } from './queries.ts';
import { toPickups } from './to-pickup.ts';

/** @returns the id of the viewer's open pickup of a listing; null when there is none, or for a guest */
export const findOpenPickup = async ({ db, viewer }: Ctx, postId: string): Promise<string | null> =>
  viewer && findOpenOf(db, viewer.id, postId);

/** A locked pickup with the listing that it is of, and who of the two the viewer is. */
export interface LockedPickup {
  pickup: PickupTable;
  /** null once the post or its listing is deleted */
  listing: ListingTable | null;
  isOwner: boolean;
}

/** Locks the listing first, as everything does that changes what is left. */
async function lock(ctx: Ctx, tx: Executor, id: string): Promise<LockedPickup> {
  const viewerId = requireViewer(ctx).id;
  const post = await findPostOfPickup(tx, id);
  const listing = post?.post_id ? await lockListing(tx, post.post_id) : undefined;
  const pickup = await lockPickup(tx, id);
  const isOwner = pickup?.owner_id === viewerId;
  if (!pickup || !(isOwner || pickup.requester_id === viewerId)) throw notFound('pickup');
  return { pickup, listing: listing ?? null, isOwner };
}

/**
 * @returns a pickup of the viewer's
 * @throws AppError pickup_not_found
 */
export async function getPickup(ctx: Ctx, id: string): Promise<Pickup> {
  const row = await findPickup(ctx.db, requireViewer(ctx).id, id);
  if (!row) throw notFound('pickup');
  const [pickup] = await toPickups(ctx, [row]);
  if (!pickup) throw notFound('pickup');
  return pickup;
}

/**
 * Runs a transaction about a pickup of the viewer's.
 * @returns the pickup after it
 * @throws AppError pickup_not_found, rate_limited
 */
export async function inPickupTransaction(
  ctx: Ctx,
  id: string,
  options: TransactionOptions & WriteOptions,
  work: (tx: Executor, locked: LockedPickup) => Promise<void>,
): Promise<Pickup> {
  await ctx.limits.consume(LIMITS.changePickup, requireViewer(ctx).id);
  await transact(ctx, options, async (tx) => {
    await lockViewer(ctx, tx, options);
    await work(tx, await lock(ctx, tx, id));
  });
  return getPickup(ctx, id);
}

/** @throws AppError contact_required when the viewer has no phone number */
export async function requirePhone(ctx: Ctx, tx: Executor): Promise<void> {
  if (!(await findPhone(tx, requireViewer(ctx).id))) throw new AppError('contact_required');
}
