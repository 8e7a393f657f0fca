import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import { LISTING_COLUMNS } from '#lib/server/forum/posts/queries.ts';
import type { AppointmentTable, Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

const LOCKED_COLUMNS = [
  'l.remind_on',
  'l.alerts_due_at',
  'l.rounds_due_on',
  'l.created_at',
  'l.updated_at',
] as const;

/** Finds a post's listing, and locks it until the transaction ends. */
export async function lockListing(db: Executor, postId: string): Promise<ListingTable | undefined> {
  await lockRows(db, 'listings', [postId]);
  return db
    .selectFrom('listings as l')
    .where('l.post_id', '=', postId)
    .select([...LISTING_COLUMNS, 'l.post_id', ...LOCKED_COLUMNS])
    .executeTakeFirst();
}

export const updateListing = (db: Executor, postId: string, values: Partial<ListingTable>) =>
  db.updateTable('listings').set(values).where('post_id', '=', postId).execute();

/** The days on which a listing is available. */
export type ListingDays = Pick<ListingTable, 'ready_on' | 'until'>;

/** Finds the days on which a post's listing is available, if it has one. */
export const findListingDays = (db: Executor, postId: string): Promise<ListingDays | undefined> =>
  db
    .selectFrom('listings')
    .where('post_id', '=', postId)
    .select(['ready_on', 'until'])
    .executeTakeFirst();

/** What a pickup takes from: a listing, or one of its rounds in the shape of a listing with the round's amounts. */
export interface Stock extends ListingTable {
  /** the day of the round; null for the listing itself */
  round: string | null;
}

/**
 * Finds the stock of a pickup, and locks its listing until the transaction ends. Every change of the stock must lock
 * the listing first.
 */
export async function lockStock(
  db: Executor,
  { post_id, day, of_round }: Pick<AppointmentTable, 'post_id' | 'day' | 'of_round'>,
): Promise<Stock | null> {
  const listing = post_id === null ? undefined : await lockListing(db, post_id);
  if (!listing) return null;
  if (of_round === null) return { ...listing, round: null };
  const round = await db
    .selectFrom('listing_rounds')
    .where('post_id', '=', listing.post_id)
    .where('day', '=', day)
    .select(['amount', 'amount_left'])
    .executeTakeFirst();
  const status = isActive(listing.status) ? 'open' : listing.status;
  return { ...listing, amount_left: 0, ...round, status, round: day };
}

/** Changes a listing, or a round's remaining amount. For a round, all other values are ignored. */
export async function updateStock(
  db: Executor,
  { post_id, round }: Stock,
  change: Partial<ListingTable>,
): Promise<void> {
  const { amount_left } = change;
  if (round === null) await updateListing(db, post_id, change);
  else if (typeof amount_left === 'number')
    await db
      .updateTable('listing_rounds')
      .set({ amount_left })
      .where('post_id', '=', post_id)
      .where('day', '=', round)
      .execute();
}
