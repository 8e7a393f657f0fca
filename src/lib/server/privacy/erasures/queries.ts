import { sql } from 'kysely';

import type { ErasedMemberTable, Executor } from '#lib/server/platform/db/schema.ts';

/** Lists members whose deletion is due, longest due first. */
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

/** Postpones all deletions to a time or later. @param eraseAt milliseconds since 1970 */
export const postponeDeletions = (db: Executor, eraseAt: number) =>
  db.updateTable('deletions').set({ erase_at: eraseAt }).where('erase_at', '<', eraseAt).execute();

/** Finds a member to erase. */
export const findErasable = (db: Executor, memberId: string) =>
  db
    .selectFrom('members as m')
    .leftJoin('deletions as d', 'd.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .select(['m.email', 'm.disabled_at', 'd.erase_at'])
    .executeTakeFirst();

/** The key in `leftovers` for deleted text in the database file. */
export const DATABASE_FILE = 'database-file';

/** Records members whom no restore may bring back, by id only. */
export const insertErasedMembers = (db: Executor, erased: ErasedMemberTable[]) =>
  db
    .insertInto('erased_members')
    .values(erased)
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .execute();

/** Lists the ids that exist. */
export async function listExisting(db: Executor, ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('members').where('id', 'in', ids).select('id').execute();
  return rows.map(({ id }) => id);
}

const postsOf = (db: Executor, memberId: string) =>
  db.selectFrom('posts').where('author_id', '=', memberId);

/** Records that the database file contains deleted text. */
export const insertDatabaseLeftover = (db: Executor) =>
  db
    .insertInto('leftovers')
    .values({ key: DATABASE_FILE })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/**
 * Deletes notifications with text about a member that went to others without naming an actor: about the member's
 * posts, and about pickups whose post the member deleted.
 * @returns the recipients
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

/**
 * Lists the addresses with which a member may have applied, in lower case: the current one, and that of the
 * application.
 */
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

/** Lists texts of a member's posts, sorted by id. */
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

/** Lists leftovers of erased members. */
export const listLeftovers = async (db: Executor, limit: number): Promise<string[]> => {
  const rows = await db.selectFrom('leftovers').orderBy('key').limit(limit).select('key').execute();
  return rows.map(({ key }) => key);
};

export const deleteLeftover = (db: Executor, key: string) =>
  db.deleteFrom('leftovers').where('key', '=', key).execute();
