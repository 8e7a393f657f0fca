import { type ExpressionBuilder, sql } from 'kysely';

import type { DialectName } from '#lib/server/db/dialect.ts';
import { lockRows } from '#lib/server/db/lock-rows.ts';
import type { Executor, MemberTable, Schema } from '#lib/server/db/schema.ts';

import { MEMBER_COLUMNS } from './queries.ts';

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
  db
    .selectFrom('members')
    .where('id', '=', id)
    .select('id')
    .union(db.selectFrom('follows').where('followed_id', '=', id).select('follower_id as id'))
    .union(db.selectFrom('follows').where('follower_id', '=', id).select('followed_id as id'))
    .union(
      db
        .selectFrom('notifications')
        .where('actor_id', '=', id)
        .where('audience_member_id', 'is not', null)
        .select('audience_member_id as id')
        .$narrowType<{ id: string }>(),
    );

/**
 * Disables or enables a member. All rows that change are locked first and in order, since a follow locks two of them.
 * @param disabledAt milliseconds since 1970, or null
 */
export async function setDisabled(
  db: Executor,
  dialect: DialectName,
  id: string,
  disabledAt: number | null,
): Promise<void> {
  await lockRows(db, dialect, 'members', relatedMemberIds(db, id));
  await db.updateTable('members').set({ disabled_at: disabledAt }).where('id', '=', id).execute();
}

/** How many of a post's rows are of enabled members. */
const countVisibleOnPost = (eb: ExpressionBuilder<Schema, 'posts'>, table: 'likes' | 'comments') =>
  eb
    // Both tables have these columns.
    .selectFrom(`${table as 'likes'} as t`)
    .innerJoin('members as m', 'm.id', 't.member_id')
    .whereRef('t.post_id', '=', 'posts.id')
    .where('m.disabled_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'));

type FollowColumn = 'follower_id' | 'followed_id';

/** How many enabled members are at one end of a member's follows. */
const countVisibleFollows = (
  eb: ExpressionBuilder<Schema, 'members'>,
  own: FollowColumn,
  other: FollowColumn,
) =>
  eb
    .selectFrom('follows as f')
    .innerJoin('members as m', 'm.id', `f.${other}`)
    .whereRef(`f.${own}`, '=', 'members.id')
    .where('m.disabled_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'));

async function recomputePostCounters(
  db: Executor,
  dialect: DialectName,
  id: string,
): Promise<void> {
  for (const [table, column] of [
    ['likes', 'likes_count'],
    ['comments', 'comments_count'],
  ] as const) {
    const posts = db.selectFrom(table).where('member_id', '=', id).select('post_id');
    await lockRows(db, dialect, 'posts', posts);
    await db
      .updateTable('posts')
      .set((eb) => ({ [column]: countVisibleOnPost(eb, table) }))
      .where('id', 'in', posts)
      .execute();
  }
}

async function recomputeFollowCounters(
  db: Executor,
  dialect: DialectName,
  id: string,
): Promise<void> {
  for (const [own, other, column] of [
    ['followed_id', 'follower_id', 'followers_count'],
    ['follower_id', 'followed_id', 'following_count'],
  ] as const) {
    const members = db.selectFrom('follows').where(other, '=', id).select(own);
    await lockRows(db, dialect, 'members', members);
    await db
      .updateTable('members')
      .set((eb) => ({ [column]: countVisibleFollows(eb, own, other) }))
      .where('id', 'in', members)
      .execute();
  }
}

/**
 * Recomputes every counter that includes the member. Members come before posts, as in likes and comments, so that
 * transactions do not deadlock.
 */
export async function recomputeCounters(
  db: Executor,
  dialect: DialectName,
  id: string,
): Promise<void> {
  await recomputeFollowCounters(db, dialect, id);
  await recomputePostCounters(db, dialect, id);
}
