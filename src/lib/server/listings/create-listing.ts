import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor, ListingTable } from '#lib/server/db/schema.ts';
import { setTownIfNone } from '#lib/server/members/queries.ts';

import { toNewRow } from './listing-row.ts';
import { insertListing } from './queries.ts';
import type { ResolvedListing } from './resolve-listing.ts';

/** Gives the viewer's own post a listing. Its town is from now on the viewer's, if they had none. */
export async function createListing(
  ctx: Ctx,
  tx: Executor,
  postId: string,
  listing: ResolvedListing,
): Promise<ListingTable> {
  const created = toNewRow(ctx, postId, listing);
  await insertListing(tx, created);
  await setTownIfNone(tx, requireViewer(ctx).id, listing.town);
  return created;
}
