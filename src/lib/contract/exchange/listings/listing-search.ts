import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { listQuery, readListQuery, type ReadQuery } from '#lib/contract/pagination.ts';
import { Account } from '#lib/contract/people/members.ts';

import { KINDS, Listing } from './listings.ts';

const LISTINGS_PAGE = 12;

export const LISTINGS_FRESH_SECONDS = 60;

/** Possible radii of a search around a town, in km. */
export const RADII_KM = [10, 20, 25, 50] as const;

/** Listings farther from the town of a search, in km, have a part of their own. */
export const FAR_KM = 50;

const LISTING_ORDERS = ['nearest', 'newest', 'ending', 'ready'] as const;
export type ListingOrder = (typeof LISTING_ORDERS)[number];

const MATERIAL = 'material_invalid' satisfies ErrorCode;
const DAY = 'day_invalid' satisfies ErrorCode;

// The sort key (the town by distance, the last day by what ends first, or the day it is ready), then the post's id.
const CURSOR = String.raw`(?:(?:\d{10}|\d{4}-\d\d-\d\d)\.)?ID`;

/** A form field that may be empty, which becomes null. */
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

/** A search for open listings. Without a town, `within` is ignored, and the newest come first. */
export const ListingSearch = z.extend(listQuery(LISTINGS_PAGE, CURSOR), {
  kind: choice(z.enum(KINDS), 'kind_invalid'),
  /** words in the post, in any language; ignored with a `material` */
  search: Text,
  material: choice(z.string().check(z.refine(isMaterial, MATERIAL)), MATERIAL),
  /** PSGC code, which the server checks */
  town: choice(z.string(), 'town_invalid'),
  /** km around the town */
  within: choice(Radius, 'radius_invalid'),
  /** the terms; null for all */
  free: choice(z.literal('1'), 'free_invalid'),
  /** the day by which it is ready, YYYY-MM-DD */
  ready_by: choice(z.iso.date(DAY), DAY),
  sort: choice(z.enum(LISTING_ORDERS), 'listing_order_invalid'),
});
export type ListingSearch = z.infer<typeof ListingSearch>;

/** The search whose results the landing page shows. */
export const NEWEST_OFFERS: ListingSearch = {
  kind: 'offer',
  search: null,
  material: null,
  town: null,
  within: null,
  free: null,
  ready_by: null,
  sort: null,
  cursor: null,
  limit: 3,
};

/**
 * Parses the query of the exchange's page; an invalid field means all.
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

/** A listing with the parts of its post that guests see. */
export const ListingCard = z.object({
  post_id: z.string(),
  title: z.string(),
  /** the URL of the first photo */
  picture: z.nullable(z.string()),
  /** the author's description of the photo, if any */
  picture_alt: z.optional(z.string()),
  listing: Listing,
  /** the approximate distance between its town and that of the search */
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

/** The nearest match outside a search without results. */
export interface NearestListing {
  card: ListingCard;
  /** the search that finds this listing */
  search: ListingSearch;
}

/** The offers that are open now. */
export interface OpenOffers {
  /** the newest offers */
  listings: ListingCard[];
  /** the number of all open offers, at most 100 */
  count: number;
  /** whether there are more than `count` */
  isMore: boolean;
  /** the number of their towns */
  towns: number;
}

/** The materials of a guide, and offers of them. */
export interface WhoHas {
  /** `href` is the material's page of the exchange */
  materials: { name: string; href: string }[];
  /** open offers: nearest first for members, newest first for guests */
  listings: ListingCard[];
}
