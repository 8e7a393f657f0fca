import type { ListingOrder, ListingPage, ListingSearch } from '#lib/contract/listing-search.ts';
import type { Ctx } from '#lib/server/context.ts';
import { fieldError } from '#lib/server/errors.ts';
import { toPage, withLookahead } from '#lib/server/pagination.ts';
import { townsWithin } from '#lib/server/towns/distance.ts';
import { findTown } from '#lib/server/towns/towns.ts';

import { listListingCards } from './card-queries.ts';
import { toListingCard } from './listing-card.ts';
import {
  type ListingKey,
  type ListingSlice,
  listEnding,
  listNearest,
  listNewest,
} from './search-queries.ts';

/** The towns of a search, nearest first, with their distances in km. */
type Surroundings = Map<string, number>;

/**
 * @returns null for a search without a town
 * @throws AppError about the field `town`
 */
function findSurroundings({ town: code, within }: ListingSearch): Surroundings | null {
  if (code === null) return null;
  const town = findTown(code);
  if (!town) throw fieldError('town', 'town_invalid');
  return new Map(townsWithin(town, within ?? Infinity).map((each) => [each.town.code, each.km]));
}

const orderOf = ({ sort }: ListingSearch, around: Surroundings | null): ListingOrder =>
  around ? (sort ?? 'nearest') : sort === 'ending' ? sort : 'newest';

const CURSORS: Record<ListingOrder, (key: ListingKey) => string> = {
  newest: ({ post_id }) => post_id,
  ending: ({ until, post_id }) => `${until}.${post_id}`,
  nearest: ({ town, post_id }) => `${town}.${post_id}`,
};

/** @returns null for a cursor of another order, which is the start of the list */
function readCursor(cursor: string | null, order: ListingOrder): Partial<ListingKey> | null {
  const [post_id, place, ...others] = cursor?.split('.').toReversed() ?? [];
  if (!post_id || others.length > 0) return null;
  if (order === 'newest') return place ? null : { post_id };
  if (!place || place.includes('-') !== (order === 'ending')) return null;
  return order === 'ending' ? { post_id, until: place } : { post_id, town: place };
}

/** @returns the list from an item on; none when it is not there */
const from = (list: string[], item: string): string[] =>
  list.includes(item) ? list.slice(list.indexOf(item)) : [];

/** Lists what follows the cursor. */
function listKeys(
  ctx: Ctx,
  search: ListingSearch,
  around: Surroundings | null,
  order: ListingOrder,
) {
  const { kind, material, free, cursor } = search;
  const { limit } = withLookahead(search);
  const towns = around && [...around.keys()];
  const after = readCursor(cursor, order);
  const slice: ListingSlice = {
    viewerId: ctx.viewer?.id ?? null,
    filter: { kind, material, isFree: free !== null },
    towns: search.within === null ? null : towns,
    after,
    limit,
  };
  if (order === 'ending') return listEnding(ctx.db, slice);
  if (order === 'newest' || !towns) return listNewest(ctx.db, slice);
  return listNearest(ctx.db, { ...slice, towns: after?.town ? from(towns, after.town) : towns });
}

/**
 * Lists open listings. Distances are those of town centers.
 * @throws AppError invalid for an unknown town
 */
export async function searchListings(ctx: Ctx, search: ListingSearch): Promise<ListingPage> {
  const around = findSurroundings(search);
  const order = orderOf(search, around);
  const keys = await listKeys(ctx, search, around, order);
  const { items, nextCursor } = toPage(keys, search.limit, CURSORS[order]);
  const rows = await listListingCards(
    ctx.db,
    ctx.viewer?.id ?? null,
    items.map(({ post_id }) => post_id),
  );
  const listings = rows.flatMap((row) => toListingCard(ctx, row, around?.get(row.town)) ?? []);
  return { listings, nextCursor };
}
