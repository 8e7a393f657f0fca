import type { Services } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { lockListing, updateListing } from '#lib/server/listings/queries.ts';
import { regionDay } from '#lib/site.ts';

import { giveBack } from './amounts.ts';
import { listOpenOfPost } from './queries.ts';

/** Adds what is agreed of a listing to what is left, before its pick-ups are called off. */
export async function returnAgreedAmounts(
  { now }: Services,
  tx: Executor,
  postId: string,
): Promise<void> {
  for (const pickup of await listOpenOfPost(tx, postId)) {
    const listing = pickup.status === 'agreed' ? await lockListing(tx, postId) : undefined;
    if (listing) await updateListing(tx, postId, giveBack(listing, pickup, regionDay(now())));
  }
}
