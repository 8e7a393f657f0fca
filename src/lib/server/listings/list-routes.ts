import { Hono } from 'hono';

import { LISTINGS_FRESH_SECONDS, ListingSearch } from '#lib/contract/listing-search.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseQuery } from '#lib/server/http/parse-request.ts';

import { searchListings } from './search-listings.ts';

/** The exchange, open to guests. */
export const listingLists = new Hono<Env>().get('/', async (c) => {
  const ctx = c.get('ctx');
  const page = await searchListings(ctx, parseQuery(c, ListingSearch));
  // Members see who offers it: their responses are not stored.
  const freshness: Record<string, string> = ctx.viewer
    ? {}
    : { 'cache-control': `public, max-age=${LISTINGS_FRESH_SECONDS}` };
  return c.json({ data: page }, 200, freshness);
});
