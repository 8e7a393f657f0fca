import { materialName } from '#lib/contract/exchange/listing-choices.ts';
import {
  type ListingCard,
  type ListingOrder,
  type ListingPage,
  type ListingSearch,
  NEWEST_OFFERS,
  type OpenOffers,
  type WhoHas,
} from '#lib/contract/exchange/listing-search.ts';
import { findMaterials } from '#lib/contract/exchange/material-names.ts';
import type { MaterialKey } from '#lib/contract/exchange/materials.ts';
import type { Resource } from '#lib/contract/library/resources.ts';
import { exchangePath } from '#lib/contract/paths.ts';
import { getProfile } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { townsWithin } from '#lib/server/platform/towns/distance.ts';
import { findTown } from '#lib/server/platform/towns/towns.ts';

import { toListingCard } from './listing-row.ts';
import { listListingCards } from './queries.ts';
import {
  listEnding,
  type ListingKey,
  type ListingSlice,
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

const MOST_MATERIALS = 3;
const MOST_LISTINGS = 4;

/** What a guide is about: its title says so, or its first paragraph. */
function materialsOf({ title, blocks }: Pick<Resource, 'title' | 'blocks'>): MaterialKey[] {
  const named = findMaterials(title);
  const first = blocks.find(({ type }) => type === 'TEXT')?.content ?? '';
  return (named.length > 0 ? named : findMaterials(first)).slice(0, MOST_MATERIALS);
}

const byDistance = (a: ListingCard, b: ListingCard): number =>
  (a.distance_km ?? 0) - (b.distance_km ?? 0) || b.post_id.localeCompare(a.post_id, 'en');

/** @returns null for a guide about none of the exchange's materials */
export async function findWhoHas(
  ctx: Ctx,
  resource: Pick<Resource, 'title' | 'blocks'>,
): Promise<WhoHas | null> {
  const keys = materialsOf(resource);
  if (keys.length === 0) return null;
  const town = ctx.viewer ? ((await getProfile(ctx)).town ?? null) : null;
  const pages = await Promise.all(
    keys.map((material) =>
      searchListings(ctx, { ...NEWEST_OFFERS, material, town, limit: MOST_LISTINGS }),
    ),
  );
  const listings = pages.flatMap((page) => page.listings).toSorted(byDistance);
  return {
    materials: keys.map((material) => ({
      name: materialName(material).toLowerCase(),
      href: exchangePath({ material, town }),
    })),
    listings: listings.slice(0, MOST_LISTINGS),
  };
}
