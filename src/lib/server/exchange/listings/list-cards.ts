import type { ListingCard } from '#lib/contract/exchange/listings/listing-search.ts';
import type { Ctx } from '#lib/server/platform/context.ts';

import { toListingCard } from './listing-row.ts';
import { listListingCards } from './queries.ts';

/** Lists the cards of listings that another search found, in its order. */
export async function listCards(
  ctx: Ctx,
  found: Pick<ListingCard, 'post_id' | 'distance_km'>[],
): Promise<ListingCard[]> {
  const kmOf = new Map(found.map(({ post_id, distance_km }) => [post_id, distance_km]));
  const rows = await listListingCards(ctx.db, ctx.viewer?.id ?? null, [...kmOf.keys()]);
  return rows.flatMap((row) => toListingCard(ctx, row, kmOf.get(row.id) ?? undefined) ?? []);
}
