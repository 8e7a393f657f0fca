import type { Executor, ListingTable } from '#lib/server/platform/db/schema.ts';

/** What members see of a listing `l` beside a post. */
export const LISTING_COLUMNS = [
  'l.kind',
  'l.material',
  'l.amount',
  'l.unit',
  'l.amount_left',
  'l.condition',
  'l.terms',
  'l.price_centavos',
  'l.town',
  'l.barangay',
  'l.ready_on',
  'l.until',
  'l.truck_access',
  'l.loading_help',
  'l.status',
  'l.created_at as listed_at',
  'l.updated_at as listing_updated_at',
] as const;

export const insertListing = (db: Executor, listing: ListingTable) =>
  db.insertInto('listings').values(listing).execute();
