import { lockRows } from '#lib/server/db/lock-rows.ts';
import type { Executor, ListingTable } from '#lib/server/db/schema.ts';

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

const LOCKED_COLUMNS = ['l.remind_on', 'l.alerts_due_at', 'l.created_at', 'l.updated_at'] as const;

/** Finds a post's listing, and locks it until the transaction ends. */
export async function lockListing(db: Executor, postId: string): Promise<ListingTable | undefined> {
  await lockRows(db, 'listings', [postId]);
  return db
    .selectFrom('listings as l')
    .where('l.post_id', '=', postId)
    .select([...LISTING_COLUMNS, 'l.post_id', ...LOCKED_COLUMNS])
    .executeTakeFirst();
}

export const insertListing = (db: Executor, listing: ListingTable) =>
  db.insertInto('listings').values(listing).execute();

export const updateListing = (db: Executor, postId: string, values: Partial<ListingTable>) =>
  db.updateTable('listings').set(values).where('post_id', '=', postId).execute();

/** @returns whether there was one */
export async function deleteListing(db: Executor, postId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('listings')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
