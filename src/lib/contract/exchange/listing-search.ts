import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery, readListQuery, type ReadQuery } from '#lib/contract/pagination.ts';
import { Account } from '#lib/contract/people/members.ts';

import { KINDS, Listing } from './listings.ts';
import { isMaterial } from './materials/materials.ts';

const LISTINGS_PAGE = 12;

export const LISTINGS_FRESH_SECONDS = 60;

/** How far around a town a search may be limited to, in km. */
export const RADII_KM = [10, 25, 50] as const;

const LISTING_ORDERS = ['nearest', 'newest', 'ending'] as const;
export type ListingOrder = (typeof LISTING_ORDERS)[number];

const MATERIAL = 'material_invalid' satisfies ErrorCode;

// The sort key: for the nearest the town, for what ends first the last day, and the post's id.
const CURSOR = String.raw`(?:(?:\d{10}|\d{4}-\d\d-\d\d)\.)?ID`;

/** A field of a form that may be left empty, which is null. */
export const choice = <T>(schema: z.ZodMiniType<T, string>, error: ErrorCode) =>
  z.pipe(
    z.optional(z.union([z.literal(''), schema], error)),
    z.transform((value) => (value === undefined || value === '' ? null : value)),
  );

const Radius = z.pipe(z.enum(RADII_KM.map(String)), z.transform(Number));

const Text = z.pipe(
  z.optional(z.string()),
  z.transform((text) => text?.trim() || null),
);

/** Which open listings to list. Without a town, `within` has no effect, and the newest are first. */
export const ListingSearch = z.extend(listQuery(LISTINGS_PAGE, CURSOR), {
  kind: choice(z.enum(KINDS), 'kind_invalid'),
  /** what the post says, in any language; with a `material`, it has no effect */
  search: Text,
  material: choice(z.string().check(z.refine(isMaterial, MATERIAL)), MATERIAL),
  /** PSGC code, which the server checks */
  town: choice(z.string(), 'town_invalid'),
  /** km from the town */
  within: choice(Radius, 'radius_invalid'),
  /** the terms; null for all */
  free: choice(z.literal('1'), 'free_invalid'),
  sort: choice(z.enum(LISTING_ORDERS), 'listing_order_invalid'),
});
export type ListingSearch = z.infer<typeof ListingSearch>;

/** What the landing page shows. */
export const NEWEST_OFFERS: ListingSearch = {
  kind: 'offer',
  search: null,
  material: null,
  town: null,
  within: null,
  free: null,
  sort: null,
  cursor: null,
  limit: 3,
};

/**
 * Parses the query of the exchange's page; a field that is wrong means all.
 * @param isTown whether a code is that of a town
 */
export function readListingSearch(
  params: URLSearchParams,
  isTown: (code: string) => boolean,
): ReadQuery<ListingSearch> {
  const { query, dropped } = readListQuery(ListingSearch, params);
  if (query.town === null || isTown(query.town)) return { query, dropped };
  return { query: { ...query, town: null }, dropped: [...dropped, 'town'] };
}

/** A listing with what guests see of its post. */
export const ListingCard = z.object({
  post_id: z.string(),
  title: z.string(),
  /** the URL of the first picture */
  picture: z.nullable(z.string()),
  /** what the picture shows, when its author has described it */
  picture_alt: z.optional(z.string()),
  listing: Listing,
  /** about how far its town's center is from the town of the search */
  distance_km: z.nullable(z.number()),
  /** null for guests */
  account: z.nullable(Account),
});
export type ListingCard = z.infer<typeof ListingCard>;

export const ListingPage = z.object({
  listings: z.array(ListingCard),
  nextCursor: z.nullable(z.string()),
});
export type ListingPage = z.infer<typeof ListingPage>;

/** What there is where a search finds nothing. */
export interface NearestListing {
  card: ListingCard;
  /** the search that finds it */
  search: ListingSearch;
}

/** What is open now. */
export interface OpenOffers {
  /** the newest */
  listings: ListingCard[];
  /** of all, at most 100 */
  count: number;
  /** whether there are more than `count` */
  isMore: boolean;
  /** how many towns these are in */
  towns: number;
}

/** Who has what a guide is about. */
export interface WhoHas {
  /** with the exchange's page of each */
  materials: { name: string; href: string }[];
  /** open offers of them: a member's nearest first, a guest's newest first */
  listings: ListingCard[];
}
