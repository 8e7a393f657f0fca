// Posts that await review by staff are in the quarantine until then.
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Finds what an earlier request with this key created, and what awaits review or was removed since. */
export const findByKey = (db: Executor, memberId: string, key: string) =>
  db
    .selectFrom('quarantine')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .where('kind', '=', 'post')
    .select(['subject_id as id', 'request_hash'])
    .executeTakeFirst();

/** Posts that await review, of enabled members. */
const pendingPosts = (db: Executor) =>
  db
    .selectFrom('quarantine as q')
    .innerJoin('members as m', 'm.id', 'q.member_id')
    .where('m.disabled_at', 'is', null)
    .where('q.decision_id', 'is', null)
    .where('q.kind', '=', 'post')
    .select([...MEMBER_COLUMNS, 'q.id as quarantine_id', 'q.subject_id']);

/** The oldest first. */
export const listPending = (db: Executor, limit: number) =>
  pendingPosts(db).orderBy('q.id').limit(limit).execute();

/** The newest first. */
export const listPendingOf = (db: Executor, memberId: string) =>
  pendingPosts(db).where('q.member_id', '=', memberId).orderBy('q.id', 'desc').execute();

export const findPending = (db: Executor, quarantineId: string) =>
  pendingPosts(db).where('q.id', '=', quarantineId).executeTakeFirst();

/** Finds a member's own by the id of the post. */
export const findPendingPost = (db: Executor, memberId: string, postId: string) =>
  pendingPosts(db)
    .where('q.member_id', '=', memberId)
    .where('q.subject_id', '=', postId)
    .executeTakeFirst();

export async function countPending(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom(pendingPosts(db).as('pending'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export type PendingRow = Awaited<ReturnType<typeof listPending>>[number];

/** How many posts of a member are published, or null for one of the staff. */
export async function countPublished(db: Executor, memberId: string): Promise<number | null> {
  const member = await db
    .selectFrom('members')
    .where('id', '=', memberId)
    .select(['posts_count', 'role'])
    .executeTakeFirstOrThrow();
  return member.role === 'staff' ? null : member.posts_count;
}

/** The rows of an item, in the order in which they are put back. */
export const listRows = (db: Executor, quarantineId: string) =>
  db
    .selectFrom('quarantine_rows')
    .where('quarantine_id', '=', quarantineId)
    .orderBy('position')
    .select(['table_name', 'content'])
    .execute();

/** Deletes an item with its rows. @returns whether it was there */
export async function deleteQuarantine(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('quarantine')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
