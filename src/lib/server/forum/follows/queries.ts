import type { ListQuery } from '#lib/contract/pagination.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import type { Executor, FollowTable } from '#lib/server/platform/db/schema.ts';

export type FollowPair = Pick<FollowTable, 'follower_id' | 'followed_id'>;

/** The members that a list shows. */
export type Side = 'followers' | 'following';

/** @returns undefined when the follow already exists */
export const insertFollow = (db: Executor, follow: FollowTable) =>
  db
    .insertInto('follows')
    .values(follow)
    .onConflict((conflict) => conflict.columns(['follower_id', 'followed_id']).doNothing())
    .returning('id')
    .executeTakeFirst();

/** @returns undefined when there was no follow */
export const deleteFollow = (db: Executor, { follower_id, followed_id }: FollowPair) =>
  db
    .deleteFrom('follows')
    .where('follower_id', '=', follower_id)
    .where('followed_id', '=', followed_id)
    .returning('id')
    .executeTakeFirst();

export async function countFollowing(db: Executor, followerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('follows')
    .where('follower_id', '=', followerId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Updates the counters of both members; disabled members are not counted. The caller has locked both, so that neither
 * is disabled or enabled in between.
 * @param delta 1 or -1
 */
export async function adjustFollowCounts(
  db: Executor,
  { follower_id, followed_id }: FollowPair,
  delta: number,
): Promise<void> {
  for (const { id, other, column } of [
    { id: follower_id, other: followed_id, column: 'following_count' },
    { id: followed_id, other: follower_id, column: 'followers_count' },
  ] as const)
    await db
      .updateTable('members')
      .set((eb) => ({ [column]: eb(column, '+', delta) }))
      .where('id', '=', id)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('members as o')
            .where('o.id', '=', other)
            .where('o.disabled_at', 'is', null)
            .select('o.id'),
        ),
      )
      .execute();
}

export async function getFollowersCount(db: Executor, id: string): Promise<number> {
  const member = await db
    .selectFrom('members')
    .where('id', '=', id)
    .select('followers_count')
    .executeTakeFirst();
  return member?.followers_count ?? 0;
}

/** Lists the followers of a member, or the members they follow, newest first; `id` is that of the follow. */
export function listFollows(
  db: Executor,
  side: Side,
  memberId: string,
  { cursor, limit }: ListQuery,
) {
  const [own, other] =
    side === 'followers'
      ? (['f.followed_id', 'f.follower_id'] as const)
      : (['f.follower_id', 'f.followed_id'] as const);
  return db
    .selectFrom('follows as f')
    .innerJoin('members as m', 'm.id', other)
    .where(own, '=', memberId)
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, memberId, 'm.id'))
    .$if(cursor !== null, (query) => query.where('f.id', '<', cursor as string))
    .orderBy('f.id', 'desc')
    .limit(limit)
    .select([...MEMBER_COLUMNS, 'f.id'])
    .execute();
}
