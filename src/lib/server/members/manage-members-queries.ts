import { sql } from 'kysely';

import { lockRows } from '#lib/server/db/lock-rows.ts';
import type { Executor, MemberTable } from '#lib/server/db/schema.ts';
import { notifiedMemberIds } from '#lib/server/notifications/unread-queries.ts';

import { MEMBER_COLUMNS, updateMember } from './queries.ts';

/**
 * Finds a member, disabled or not.
 * @param value an id, or an email in lower case
 */
export const findAnyMember = (db: Executor, by: 'id' | 'email', value: string) =>
  db
    .selectFrom('members as m')
    .where(`m.${by}`, '=', value)
    .select(MEMBER_COLUMNS)
    .executeTakeFirst();

/** @throws a unique violation when the email is taken */
export const insertMember = (db: Executor, member: MemberTable) =>
  db.insertInto('members').values(member).execute();

/** The member, their followers and followees, and the recipients of their notifications. */
const relatedMemberIds = (db: Executor, id: string) =>
  notifiedMemberIds(db, id)
    .union(db.selectFrom('members').where('id', '=', id).select('id'))
    .union(db.selectFrom('follows').where('follower_id', '=', id).select('followed_id as id'));

/**
 * Disables or enables a member. All rows that change are locked first and in order, since a follow locks two of them.
 * @param disabledAt milliseconds since 1970, or null
 */
export async function setDisabled(
  db: Executor,
  id: string,
  disabledAt: number | null,
): Promise<void> {
  await lockRows(db, 'members', relatedMemberIds(db, id));
  await updateMember(db, id, { disabled_at: disabledAt });
}

// Members come before posts, as in likes and comments, so that transactions do not deadlock.
const COUNTERS = [
  {
    table: 'members',
    counter: 'followers_count',
    rows: 'follows',
    of: 'followed_id',
    by: 'follower_id',
  },
  {
    table: 'members',
    counter: 'following_count',
    rows: 'follows',
    of: 'follower_id',
    by: 'followed_id',
  },
  { table: 'posts', counter: 'likes_count', rows: 'likes', of: 'post_id', by: 'member_id' },
  { table: 'posts', counter: 'comments_count', rows: 'comments', of: 'post_id', by: 'member_id' },
] as const;

/** Recomputes every counter that includes the member; a disabled member is not counted. */
export async function recomputeCounters(db: Executor, id: string): Promise<void> {
  for (const { table, counter, rows, ...columns } of COUNTERS) {
    const of = sql.ref(`${rows}.${columns.of}`);
    const by = sql.ref(`${rows}.${columns.by}`);
    const ids = sql<string>`(select ${of} from ${sql.table(rows)} where ${by} = ${id})`;
    await lockRows(db, table, ids);
    await sql`
      update ${sql.table(table)} set ${sql.ref(counter)} = (
        select count(*) from ${sql.table(rows)} join members as m on m.id = ${by}
        where ${of} = ${sql.ref(`${table}.id`)} and m.disabled_at is null)
      where id in ${ids}`.execute(db);
  }
}
