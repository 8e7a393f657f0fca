import { sql } from 'kysely';

import { ACTIVE_STATUSES } from '#lib/contract/exchange/listings/listing-states.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import type { Executor, SavedPostTable } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

/** Whether a member saved a post. */
export const isSaved = async (db: Executor, postId: string, memberId: string): Promise<boolean> =>
  (await db
    .selectFrom('saved_posts')
    .where('post_id', '=', postId)
    .where('member_id', '=', memberId)
    .select('id')
    .executeTakeFirst()) !== undefined;

export async function countSaved(db: Executor, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_posts')
    .where('member_id', '=', memberId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const insertSaved = (db: Executor, saved: SavedPostTable) =>
  db.insertInto('saved_posts').values(saved).execute();

export const deleteSaved = (db: Executor, postId: string, memberId: string) =>
  db
    .deleteFrom('saved_posts')
    .where('post_id', '=', postId)
    .where('member_id', '=', memberId)
    .execute();

/** Lists a member's saved posts, latest saved first, including deleted ones. */
export const listSaved = (db: Executor, memberId: string, { cursor, limit }: ListQuery) =>
  db
    .selectFrom('saved_posts')
    .where('member_id', '=', memberId)
    .$if(cursor !== null, (query) => query.where('id', '<', cursor as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'post_id', 'created_at'])
    .execute();

/** Finds the last day of a post's listing, if it has one. */
export const findLastDay = async (db: Executor, postId: string): Promise<string | null> =>
  (await db.selectFrom('listings').where('post_id', '=', postId).select('until').executeTakeFirst())
    ?.until ?? null;

/** A saved listing that ends soon. */
export type EndingListing = Awaited<ReturnType<typeof listEnding>>[number];

const endingListings = (db: Executor) =>
  db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .innerJoin('members as m', 'm.id', 'p.author_id')
    .where('m.disabled_at', 'is', null)
    .where('l.status', 'in', ACTIVE_STATUSES)
    .select(['l.post_id', 'l.until', 'p.author_id']);

/** Lists active listings that end on one of these days, and have savers who were not notified. */
export const listEnding = (db: Executor, days: string[], limit: number) =>
  endingListings(db)
    .where('l.until', 'in', days)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('saved_posts as s')
          .whereRef('s.post_id', '=', 'l.post_id')
          .where(sql<boolean>`coalesce(s.reminded_until, '') <> l.until`)
          .select('s.id'),
      ),
    )
    .orderBy('l.post_id')
    .limit(limit)
    .execute();

/** Locks a listing until the transaction ends. @returns whether its last day is unchanged */
export async function lockEnding(db: Executor, { post_id, until }: EndingListing) {
  await lockRows(db, 'listings', [post_id]);
  return endingListings(db)
    .where('l.post_id', '=', post_id)
    .where('l.until', '=', until)
    .executeTakeFirst();
}

/** Marks the savers of a listing as notified of its last day. @returns the members who were not yet */
export async function markReminded(
  db: Executor,
  { post_id, until }: Pick<EndingListing, 'post_id' | 'until'>,
): Promise<string[]> {
  const rows = await db
    .updateTable('saved_posts')
    .set({ reminded_until: until })
    .where('post_id', '=', post_id)
    .where(sql<boolean>`coalesce(reminded_until, '') <> ${until}`)
    .returning('member_id')
    .execute();
  return rows.map(({ member_id }) => member_id);
}

const isGone = sql<boolean>`not exists (select 1 from posts as p where p.id = saved_posts.post_id)`;

/**
 * Marks, in a batch of rows sorted by id, those whose posts were deleted, or removed by staff.
 * @param after the last id of the previous batch; null for the first
 * @param now milliseconds since 1970
 * @returns the last id of this batch; null when there are no more rows
 */
export async function noteSomeGone(
  db: Executor,
  { after, size, now }: { after: string | null; size: number; now: number },
): Promise<string | null> {
  const rows = await db
    .selectFrom('saved_posts')
    .$if(after !== null, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(size)
    .select('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .updateTable('saved_posts')
      .set({ gone_at: now })
      .where('id', 'in', ids)
      .where('gone_at', 'is', null)
      .where(isGone)
      .execute();
  return ids.at(-1) ?? null;
}

/** Deletes rows whose posts have been gone since before a time. */
export const deleteGone = (db: Executor, before: number) =>
  db.deleteFrom('saved_posts').where('gone_at', '<', before).where(isGone).execute();
