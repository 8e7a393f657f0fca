import { type ExpressionBuilder, sql } from 'kysely';

import type { DialectName } from '#lib/server/db/dialect.ts';
import { lockRows } from '#lib/server/db/lock-rows.ts';
import type { Executor, MemberTable, Schema } from '#lib/server/db/schema.ts';

import { MEMBER_COLUMNS } from './queries.ts';

/** Finds a member, disabled or not. @param value an id, or an address in lower case */
export const findAnyMember = (db: Executor, by: 'id' | 'email', value: string) =>
  db
    .selectFrom('members as m')
    .where(`m.${by}`, '=', value)
    .select(MEMBER_COLUMNS)
    .executeTakeFirst();

/** Keeps a new member. @throws a unique violation when somebody has the address */
export const insertMember = (db: Executor, member: MemberTable) =>
  db.insertInto('members').values(member).execute();

/** A member, whom they follow, who follows them, and who was told something by them. */
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
 * Disables a member, or enables one. All members whose rows change with it are kept first, at once and in order: who
 * follows takes two of them, and each would wait for the other.
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

/** How many of a post's rows are of members who are shown. */
const countVisibleOnPost = (eb: ExpressionBuilder<Schema, 'posts'>, table: 'likes' | 'comments') =>
  eb
    // Both tables have the columns that are named here.
    .selectFrom(`${table as 'likes'} as t`)
    .innerJoin('members as m', 'm.id', 't.member_id')
    .whereRef('t.post_id', '=', 'posts.id')
    .where('m.disabled_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'));

type FollowColumn = 'follower_id' | 'followed_id';

/** How many who are shown stand at one end of a member's follows. */
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
 * Counts anew wherever others are counted with a member: nobody's count holds who is not shown. Members come before
 * posts, as for those who like and comment: so neither waits for the other.
 */
export async function recomputeCounters(
  db: Executor,
  dialect: DialectName,
  id: string,
): Promise<void> {
  await recomputeFollowCounters(db, dialect, id);
  await recomputePostCounters(db, dialect, id);
}
