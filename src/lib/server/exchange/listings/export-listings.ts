// Exports the results of a search of the exchange as CSV.
import { materialName } from '#lib/contract/exchange/listings/listing-choices.ts';
import type {
  ListingCard,
  ListingPage,
  ListingSearch,
} from '#lib/contract/exchange/listings/listing-search.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { weekdayName } from '#lib/contract/exchange/rounds.ts';
import { listingPath } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { type CsvColumns, toCsv, townColumns } from '#lib/server/platform/csv.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { searchListings } from './search-listings.ts';

export const LIMITS = defineLimits({
  listingsFile: { what: "a member's downloads of listings", points: 20, seconds: 3600 },
});

const BATCH = 200;
const CENTAVOS = 100;
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

const columns = (origin: string): CsvColumns<ListingCard> => ({
  title: (card) => card.title,
  kind: ({ listing }) => listing.kind,
  material: ({ listing: { material } }) =>
    isMaterial(material) ? materialName(material) : material,
  amount: ({ listing }) => listing.amount,
  amount_left: ({ listing }) => listing.amount_left,
  unit: ({ listing }) => listing.unit,
  condition: ({ listing }) => listing.condition,
  terms: ({ listing }) => listing.terms,
  price_pesos: ({ listing: { price_centavos: price } }) =>
    price === null ? null : price / CENTAVOS,
  ...townColumns(({ listing }: ListingCard) => listing.town),
  distance_km: (card) => card.distance_km,
  ready_on: ({ listing }) => listing.ready_on,
  until: ({ listing }) => listing.until,
  repeat_weeks: ({ listing: { repeat } }) => repeat && repeat.weeks,
  weekday: ({ listing: { repeat } }) => repeat && weekdayName(repeat.weekday),
  truck_access: ({ listing }) => yesOrNo(listing.truck_access),
  loading_help: ({ listing }) => yesOrNo(listing.loading_help),
  member: ({ account }) => account && account.name,
  link: (card) => origin + listingPath(card.post_id),
});

async function* readCards(ctx: Ctx, search: ListingSearch, first: ListingPage) {
  let page = first;
  for (;;) {
    const { listings, nextCursor } = page;
    yield listings;
    if (nextCursor === null) return;
    page = await searchListings(ctx, { ...search, cursor: nextCursor });
  }
}

/** @returns the CSV lines of all results, as a stream */
export async function exportListings(
  ctx: Ctx,
  query: ListingSearch,
): Promise<AsyncGenerator<string>> {
  await ctx.limits.consume(LIMITS.listingsFile, requireViewer(ctx).id);
  const search = { ...query, cursor: null, limit: BATCH };
  const first = await searchListings(ctx, search);
  return toCsv(columns(ctx.config.publicUrl), readCards(ctx, search, first));
}
