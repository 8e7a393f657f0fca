import { NEWEST_OFFERS, type OpenOffers } from '#lib/contract/listing-search.ts';
import type { Ctx } from '#lib/server/context.ts';

import { listListingCards } from './card-queries.ts';
import { toListingCard } from './listing-card.ts';
import { listNewest } from './search-queries.ts';

/** More are not counted: the page is rendered after every change. */
const MAX_COUNTED = 100;

/** @returns the newest open offers, and how many there are */
export async function getOpenOffers(ctx: Ctx): Promise<OpenOffers> {
  const viewerId = ctx.viewer?.id ?? null;
  const { kind, material, limit } = NEWEST_OFFERS;
  const keys = await listNewest(ctx.db, {
    viewerId,
    filter: { kind, material, isFree: false },
    towns: null,
    after: null,
    limit: MAX_COUNTED + 1,
  });
  const counted = keys.slice(0, MAX_COUNTED);
  const ids = keys.slice(0, limit).map(({ post_id }) => post_id);
  const rows = await listListingCards(ctx.db, viewerId, ids);
  return {
    listings: rows.flatMap((row) => toListingCard(ctx, row, undefined) ?? []),
    count: counted.length,
    isMore: keys.length > MAX_COUNTED,
    towns: new Set(counted.map(({ town }) => town)).size,
  };
}
