import { sql } from 'kysely';

import type { ErasedMemberTable, Executor } from '#lib/server/platform/db/schema.ts';

/** Lists members who are to be erased now, first who waits longest. */
export async function listDueDeletions(
  db: Executor,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deletions')
    .where('erase_at', '<=', now)
    .orderBy('erase_at')
    .limit(limit)
    .select('member_id')
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Lets no member be erased before a time. @param eraseAt milliseconds since 1970 */
export const postponeDeletions = (db: Executor, eraseAt: number) =>
  db.updateTable('deletions').set({ erase_at: eraseAt }).where('erase_at', '<', eraseAt).execute();

/** Finds a member for the erasure. */
export const findErasable = (db: Executor, memberId: string) =>
  db
    .selectFrom('members as m')
    .leftJoin('deletions as d', 'd.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .select(['m.email', 'm.disabled_at', 'd.erase_at'])
    .executeTakeFirst();

/** The key of `leftovers` for the words in what the database has deleted. */
export const DATABASE_FILE = 'database-file';

/** Records members that no restore may recreate: only their ids remain. */
export const insertErasedMembers = (db: Executor, erased: ErasedMemberTable[]) =>
  db
    .insertInto('erased_members')
    .values(erased)
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .execute();

/** Lists those of some members that exist. */
export async function listExisting(db: Executor, ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('members').where('id', 'in', ids).select('id').execute();
  return rows.map(({ id }) => id);
}

const postsOf = (db: Executor, memberId: string) =>
  db.selectFrom('posts').where('author_id', '=', memberId);

/** Notes that the database's file has words of deleted rows. */
export const insertDatabaseLeftover = (db: Executor) =>
  db
    .insertInto('leftovers')
    .values({ key: DATABASE_FILE })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/**
 * Deletes the notifications that have words of a member although others get them, and no actor is named: of their posts,
 * and of pickups whose post they deleted.
 * @returns the members who had them
 */
export async function deleteNotificationsAbout(db: Executor, memberId: string): Promise<string[]> {
  const ids = postsOf(db, memberId).select('posts.id');
  const pickups = db.selectFrom('appointments').where('owner_id', '=', memberId);
  const key = sql<string>`'pickup ' || cast(appointments.id as text) || ' deleted'`.as('key');
  const deleted = await db
    .deleteFrom('member_notifications')
    .where((eb) =>
      eb.or([
        eb('link_data', 'in', ids),
        eb('link_data', '=', memberId),
        eb('dedupe_key', 'in', pickups.select(key)),
      ]),
    )
    .returning('member_id')
    .execute();
  await db.deleteFrom('broadcasts').where('link_data', 'in', ids).execute();
  return deleted.map(({ member_id }) => member_id);
}

/** Lists the addresses by which a member may have applied, in lower case: today's, and that of the application. */
export async function listEmails(db: Executor, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .where('id', '=', memberId)
    .where('email', 'is not', null)
    .select('email')
    .$narrowType<{ email: string }>()
    .union(db.selectFrom('applications').where('member_id', '=', memberId).select('email'))
    .execute();
  return rows.map(({ email }) => email);
}

/** Lists some of a member's posts' texts, in the order of their ids. */
export const listPostTexts = (
  db: Executor,
  memberId: string,
  after: string | null,
  limit: number,
) =>
  postsOf(db, memberId)
    .$if(after !== null, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .select(['id', 'title', 'description'])
    .execute();

/** Lists what is left of erased members. */
export const listLeftovers = async (db: Executor, limit: number): Promise<string[]> => {
  const rows = await db.selectFrom('leftovers').orderBy('key').limit(limit).select('key').execute();
  return rows.map(({ key }) => key);
};

export const deleteLeftover = (db: Executor, key: string) =>
  db.deleteFrom('leftovers').where('key', '=', key).execute();
