// What a search of the exchange finds, as a file for spreadsheets.
import { materialName } from '#lib/contract/exchange/listing-choices.ts';
import type {
  ListingCard,
  ListingPage,
  ListingSearch,
} from '#lib/contract/exchange/listing-search.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { weekdayName } from '#lib/contract/exchange/rounds.ts';
import { listingPath } from '#lib/contract/paths.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { toCsvHead, toCsvLine, toTownCells, TOWN_COLUMNS } from '#lib/server/platform/csv.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

import { searchListings } from './search-listings.ts';

export const LIMITS = defineLimits({
  listingsFile: { what: "a member's downloads of listings", points: 20, seconds: 3600 },
});

const BATCH = 200;
const CENTAVOS = 100;
const COLUMNS = [
  'title',
  'kind',
  'material',
  'amount',
  'amount_left',
  'unit',
  'condition',
  'terms',
  'price_pesos',
  ...TOWN_COLUMNS,
  'distance_km',
  'ready_on',
  'until',
  'repeat_weeks',
  'weekday',
  'truck_access',
  'loading_help',
  'member',
  'link',
];

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

const toCells = (origin: string, card: ListingCard): (string | number)[] => {
  const { post_id, title, listing, distance_km, account } = card;
  const { material, price_centavos } = listing;
  return [
    title,
    listing.kind,
    isMaterial(material) ? materialName(material) : material,
    listing.amount ?? '',
    listing.amount_left ?? '',
    listing.unit ?? '',
    listing.condition ?? '',
    listing.terms ?? '',
    price_centavos === null ? '' : price_centavos / CENTAVOS,
    ...toTownCells(listing.town),
    distance_km ?? '',
    listing.ready_on ?? '',
    listing.until,
    listing.repeat?.weeks ?? '',
    listing.repeat ? weekdayName(listing.repeat.weekday) : '',
    yesOrNo(listing.truck_access),
    yesOrNo(listing.loading_help),
    account?.name ?? '',
    origin + listingPath(post_id),
  ];
};

async function* readLines(ctx: Ctx, search: ListingSearch, first: ListingPage) {
  yield toCsvHead(COLUMNS);
  let page = first;
  for (;;) {
    const { listings, nextCursor } = page;
    yield listings.map((card) => toCsvLine(toCells(ctx.config.publicUrl, card))).join('');
    if (nextCursor === null) return;
    page = await searchListings(ctx, { ...search, cursor: nextCursor });
  }
}

/**
 * @returns the lines of all that a search finds, as they are read
 * @throws AppError invalid for an unknown town, rate_limited
 */
export async function exportListings(
  ctx: Ctx,
  query: ListingSearch,
): Promise<AsyncGenerator<string>> {
  await ctx.limits.consume(LIMITS.listingsFile, requireViewer(ctx).id);
  const search = { ...query, cursor: null, limit: BATCH };
  return readLines(ctx, search, await searchListings(ctx, search));
}
