import { materialName } from '#lib/contract/exchange/listings/listing-choices.ts';
import {
  type ListingCard,
  type ListingOrder,
  type ListingPage,
  type ListingSearch,
  type NearestListing,
  NEWEST_OFFERS,
  type OpenOffers,
  readListingSearch,
  type WhoHas,
} from '#lib/contract/exchange/listings/listing-search.ts';
import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import { findMaterials, materialsNamed } from '#lib/contract/exchange/materials/material-names.ts';
import type { MaterialKey } from '#lib/contract/exchange/materials/materials.ts';
import type { Resource } from '#lib/contract/library/resources.ts';
import type { ReadQuery } from '#lib/contract/pagination.ts';
import { exchangePath, type ExchangeQuery } from '#lib/contract/paths.ts';
import { findListedPosts } from '#lib/server/forum/search/find-posts.ts';
import { LIMITS } from '#lib/server/forum/search/service.ts';
import { parseSearchWords } from '#lib/server/forum/text-search/search-words.ts';
import { getProfile } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { idOfNow, toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import { distanceKm, findTown, isTown, townsWithin } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { toListingCard } from './listing-row.ts';
import { type ListingCardRow, listListingCards } from './queries.ts';
import {
  countByTown,
  listEnding,
  type ListingKey,
  type ListingSlice,
  listNearest,
  listNewest,
  listReady,
  readyDay,
} from './search-queries.ts';

// Of more matches, the newest: they are filtered and sorted here, not by the database.
const MAX_MATCHES = 100;

/** A search result; a search by words has read its card, too. */
type Found = ListingKey & { row?: ListingCardRow };

type Criteria = Pick<ListingSlice, 'filter' | 'towns' | 'after' | 'limit'>;

const isWanted = ({ filter: { kind, isFree, readyBy }, towns }: Criteria) => {
  const near = towns && new Set(towns);
  return (row: ListingCardRow): boolean =>
    row.status === 'open' &&
    (kind === null || row.kind === kind) &&
    (!isFree || row.terms === 'free') &&
    (!readyBy || readyDay(row) <= readyBy) &&
    (near === null || near.has(row.town));
};

/**
 * Lists the open listings whose posts contain the words, or other names of what these mean.
 * @param compare the order
 */
async function listByWords(
  ctx: Ctx,
  text: string,
  criteria: Criteria,
  compare: (a: Partial<ListingKey>, b: Partial<ListingKey>) => number,
): Promise<Found[]> {
  await ctx.limits.consume(LIMITS.search, ctx.viewer?.id ?? ipPrefix(ctx.ip));
  const words = parseSearchWords(text);
  if (words.length === 0) return [];
  const ids = await findListedPosts(ctx, words, MAX_MATCHES);
  const rows = await listListingCards(ctx.db, ctx.viewer?.id ?? null, ids);
  const { after, limit } = criteria;
  return rows
    .filter(isWanted(criteria))
    .map((row) => ({
      post_id: row.id,
      town: row.town,
      until: row.until,
      ready: readyDay(row),
      row,
    }))
    .toSorted(compare)
    .filter((key) => !after || compare(key, after) > 0)
    .slice(0, limit);
}

/** The cursor of a listing, in each order. */
const CURSORS: Record<ListingOrder, (key: ListingKey) => string> = {
  newest: ({ post_id }) => post_id,
  ending: ({ until, post_id }) => `${until}.${post_id}`,
  ready: ({ ready, post_id }) => `${ready}.${post_id}`,
  nearest: ({ town, post_id }) => `${town}.${post_id}`,
};

/** @returns null for a cursor of another order, which is the start of the list */
function readCursor(cursor: string | null, order: ListingOrder): Partial<ListingKey> | null {
  const [post_id, place, ...others] = cursor?.split('.').toReversed() ?? [];
  if (!post_id || others.length > 0) return null;
  if (order === 'newest') return place ? null : { post_id };
  if (!place || place.includes('-') !== (order !== 'nearest')) return null;
  if (order === 'nearest') return { post_id, town: place };
  return order === 'ending' ? { post_id, until: place } : { post_id, ready: place };
}

/** The parts of a listing in a cursor: town and days only where the order needs them. */
type Place = Partial<ListingKey>;

const compare = (a = '', b = ''): number => Number(a > b) - Number(a < b);
const byNewest = (a: Place, b: Place) => compare(b.post_id, a.post_id);
const byEnding = (a: Place, b: Place) => compare(a.until, b.until) || compare(a.post_id, b.post_id);
const byReady = (a: Place, b: Place) => compare(a.ready, b.ready) || byNewest(a, b);
const COMPARATORS = { newest: byNewest, ending: byEnding, ready: byReady };

/** @param towns nearest first @returns a comparator for listings in memory, in the order of the queries */
function comparatorOf(order: ListingOrder, towns: string[]): (a: Place, b: Place) => number {
  if (order !== 'nearest') return COMPARATORS[order];
  const ranks = new Map(towns.map((town, rank) => [town, rank]));
  const rankOf = ({ town = '' }: Place) => ranks.get(town) ?? towns.length;
  return (a, b) => rankOf(a) - rankOf(b) || byNewest(a, b);
}

/** The towns of a search, nearest first, with their distances in km. */
type Surroundings = Map<string, number>;

/** @returns null for a search without a town */
function findSurroundings({ town: code, within }: ListingSearch): Surroundings | null {
  if (code === null) return null;
  const town = findTown(code);
  if (!town) throw fieldError('town', 'town_invalid');
  return new Map(townsWithin(town, within ?? Infinity).map((each) => [each.town.code, each.km]));
}

const orderOf = ({ sort }: ListingSearch, around: Surroundings | null): ListingOrder =>
  sort !== null && sort !== 'nearest' ? sort : around ? 'nearest' : 'newest';

/** @returns the list from an item on; none when it is not there */
const from = (list: string[], item: string): string[] =>
  list.includes(item) ? list.slice(list.indexOf(item)) : [];

const filterOf = ({ kind, material, free, ready_by: readyBy }: ListingSearch) => ({
  kind,
  material,
  isFree: free !== null,
  readyBy,
});

/** Lists what follows the cursor. */
function listKeys(
  ctx: Ctx,
  search: ListingSearch,
  around: Surroundings | null,
  order: ListingOrder,
): Promise<Found[]> {
  const { cursor } = search;
  const { limit } = withLookahead(search);
  const towns = around && [...around.keys()];
  const after = readCursor(cursor, order);
  const slice: ListingSlice = {
    viewerId: ctx.viewer?.id ?? null,
    filter: filterOf(search),
    towns: search.within === null ? null : towns,
    after,
    limit,
  };
  if (search.search)
    return listByWords(ctx, search.search, slice, comparatorOf(order, towns ?? []));
  if (order === 'ending') return listEnding(ctx.db, slice);
  if (order === 'ready') return listReady(ctx.db, slice);
  if (order === 'newest' || !towns)
    return listNewest(ctx.db, { ...slice, after: after ?? { post_id: idOfNow(ctx.now()) } });
  return listNearest(ctx.db, { ...slice, towns: after?.town ? from(towns, after.town) : towns });
}

/** Reads the cards of a page of results, unless the search by words has read them already. */
async function listRows({ db, viewer }: Ctx, found: Found[]): Promise<ListingCardRow[]> {
  const known = found.flatMap(({ row }) => row ?? []);
  if (known.length === found.length) return known;
  return listListingCards(
    db,
    viewer?.id ?? null,
    found.map(({ post_id }) => post_id),
  );
}

/** @returns the same search, by the material when the text is the name of one, in any language */
export function byMaterial(search: ListingSearch): ListingSearch {
  if (search.search === null) return search;
  if (search.material !== null) return { ...search, search: null };
  const [material, ...others] = materialsNamed(search.search);
  return material && others.length === 0 ? { ...search, search: null, material } : search;
}

/** Lists open listings. Distances are those of town centers. */
export async function searchListings(ctx: Ctx, query: ListingSearch): Promise<ListingPage> {
  const search = byMaterial(query);
  const around = findSurroundings(search);
  const order = orderOf(search, around);
  const keys = await listKeys(ctx, search, around, order);
  const { items, nextCursor } = toPage(keys, search.limit, CURSORS[order]);
  const rows = await listRows(ctx, items);
  const listings = rows.flatMap((row) => toListingCard(ctx, row, around?.get(row.town)) ?? []);
  return { listings, nextCursor };
}

/** Counts the open listings of a search by town, the most first. */
export async function countListingsByTown(
  ctx: Ctx,
  search: ListingSearch,
): Promise<{ town: string; count: number }[]> {
  const around = search.within === null ? null : findSurroundings(search);
  const rows = await countByTown(ctx.db, {
    viewerId: ctx.viewer?.id ?? null,
    filter: filterOf(search),
    towns: around && [...around.keys()],
  });
  return rows.toSorted((a, b) => b.count - a.count || a.town.localeCompare(b.town, 'en'));
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

/** The materials in a guide's title, or else in its first paragraph. */
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

/**
 * Finds a listing that still has something, with its distance from the viewer's town.
 * @returns null when it is gone, withdrawn or over, its post is deleted, or its member disabled or
 *   not seen by the viewer
 */
export async function findActiveListing(ctx: Ctx, postId: string): Promise<ListingCard | null> {
  const [row] = await listListingCards(ctx.db, ctx.viewer?.id ?? null, [postId]);
  const isOver = !row || !isActive(row.status) || row.until < regionDay(ctx.now());
  if (isOver) return null;
  const own = ctx.viewer && findTown((await getProfile(ctx)).town ?? '');
  const place = findTown(row.town);
  return toListingCard(ctx, row, own && place ? distanceKm(own, place) : undefined);
}

/** How a search without results is widened: first its radius, then its day, then its kind and terms. */
const WIDER: Partial<ListingSearch>[] = [
  { within: null },
  { ready_by: null },
  { kind: null, free: null },
];

/** Finds the nearest listing of a widened search; the newest for a search without a town. */
export async function findNearest(ctx: Ctx, search: ListingSearch): Promise<NearestListing | null> {
  // An order finds nothing more, and the first of another is not the nearest.
  const wider: ListingSearch = { ...search, sort: null, cursor: null };
  for (const change of WIDER) {
    const before = exchangePath(wider);
    Object.assign(wider, change);
    if (exchangePath(wider) === before) continue;
    const [card] = (await searchListings(ctx, { ...wider, limit: 1 })).listings;
    if (card) return { card, search: wider };
  }
  return null;
}

/** The search of the exchange's page. */
interface PageSearch extends ReadQuery<ListingSearch> {
  /** the member's own town */
  ownTown: string | null;
}

/**
 * Reads the search of the exchange's page. A member's starts with offers at their town, unless the address says
 * otherwise; words may be those of a need or a service.
 */
export async function readPageSearch(ctx: Ctx, params: URLSearchParams): Promise<PageSearch> {
  const { query, dropped } = readListingSearch(params, isTown);
  const ownTown = ctx.viewer ? ((await getProfile(ctx)).town ?? null) : null;
  const town = params.has('town') ? query.town : ownTown;
  const search = byMaterial({ ...query, town });
  const isByDefault = ctx.viewer !== null && !params.has('kind') && search.search === null;
  return { query: isByDefault ? { ...search, kind: 'offer' } : search, dropped, ownTown };
}

/** @returns the path of a search that says where it is and of which kinds, also to a member */
export function searchPath({ viewer }: Ctx, { town, kind, ...search }: ExchangeQuery): string {
  const all = viewer ? '' : null;
  return exchangePath({ ...search, town: town ?? all, kind: kind ?? all });
}
