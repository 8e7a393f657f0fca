import type { Services } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { lockListing } from '#lib/server/listings/queries.ts';

import { listOpenOfPost } from './queries.ts';
import { returnAmount } from './return-amount.ts';

/** Adds what is agreed of a listing to what is left, before its pickups are called off. */
export async function returnAgreedAmounts(
  services: Services,
  tx: Executor,
  postId: string,
): Promise<void> {
  for (const pickup of await listOpenOfPost(tx, postId)) {
    const listing = await lockListing(tx, postId);
    if (listing) await returnAmount(services, tx, listing, pickup);
  }
}
