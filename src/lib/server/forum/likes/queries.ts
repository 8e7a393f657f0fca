import { sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, LikeTable } from '#lib/server/platform/db/schema.ts';

const newLike = precompiled((db, { id, post_id, member_id, created_at }: LikeTable) =>
  db
    .insertInto('likes')
    .values({ id, post_id, member_id, created_at })
    .onConflict((conflict) => conflict.columns(['post_id', 'member_id']).doNothing())
    .returning('id'),
);

/** @returns undefined when the like already exists */
export const insertLike = async (db: Executor, like: LikeTable) => (await newLike(db, like))[0];

/** @returns undefined when there was no like */
export const deleteLike = (db: Executor, postId: string, memberId: string) =>
  db
    .deleteFrom('likes')
    .where('post_id', '=', postId)
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst();

const adjusted = precompiled((db, { postId, delta }: { postId: string; delta: number }) =>
  db
    .updateTable('posts')
    .set((eb) => ({ likes_count: eb('likes_count', '+', delta) }))
    .where('id', '=', postId)
    .returning('likes_count'),
);

/** @param delta 1 or -1 @returns the new number of likes */
export async function adjustLikesCount(
  db: Executor,
  postId: string,
  delta: number,
): Promise<number> {
  const [post] = await adjusted(db, { postId, delta });
  return post?.likes_count ?? 0;
}

export async function getLikesCount(db: Executor, postId: string): Promise<number> {
  const post = await db
    .selectFrom('posts')
    .where('id', '=', postId)
    .select('likes_count')
    .executeTakeFirst();
  return post?.likes_count ?? 0;
}

const newestLikes = precompiled(
  (
    db,
    values: { viewerId: string; postId: string; cursor: string | null },
    { limit, after }: { limit: number; after: boolean },
  ) =>
    db
      .selectFrom('likes as l')
      .innerJoin('members as m', 'm.id', 'l.member_id')
      .where('l.post_id', '=', values.postId)
      .where('m.disabled_at', 'is', null)
      .where(isNotBlocked(db, values.viewerId, 'l.member_id'))
      .$if(after, (query) => query.where('l.id', '<', values.cursor as string))
      .orderBy('l.id', 'desc')
      .limit(sql.lit(limit))
      .select([...MEMBER_COLUMNS, 'l.id']),
);

/** Lists the likes of members visible to the viewer, newest first. */
export const listLikes = (
  db: Executor,
  viewerId: string,
  postId: string,
  { cursor, limit }: ListQuery,
) => newestLikes(db, { viewerId, postId, cursor }, { limit, after: cursor !== null });
