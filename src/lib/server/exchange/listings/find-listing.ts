import type { ListingCard } from '#lib/contract/exchange/listing-search.ts';
import { isActive } from '#lib/contract/exchange/listing-states.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { regionDay } from '#lib/site.ts';

import { toListingCard } from './listing-row.ts';
import { listListingCards } from './queries.ts';

/**
 * Finds a listing that still has something.
 * @returns null when it is gone, withdrawn or over, its post is deleted, or its member disabled or
 *   not seen by the viewer
 */
export async function findActiveListing(ctx: Ctx, postId: string): Promise<ListingCard | null> {
  const [row] = await listListingCards(ctx.db, ctx.viewer?.id ?? null, [postId]);
  const isOver = !row || !isActive(row.status) || row.until < regionDay(ctx.now());
  return isOver ? null : toListingCard(ctx, row);
}
