import type { ListQuery } from '#lib/contract/pagination.ts';
import type { Executor, LikeTable } from '#lib/server/db/schema.ts';
import { MEMBER_COLUMNS } from '#lib/server/members/queries.ts';

/** @returns whether it is new */
export async function insertLike(db: Executor, like: LikeTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('likes')
    .values(like)
    .onConflict((conflict) => conflict.columns(['post_id', 'member_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns whether it existed */
export async function deleteLike(db: Executor, postId: string, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('likes')
    .where('post_id', '=', postId)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/**
 * @param delta 1, 0 or -1
 * @returns the new count
 */
export async function incrementLikesCount(
  db: Executor,
  postId: string,
  delta: number,
): Promise<number> {
  if (delta === 0) return getLikesCount(db, postId);
  const { likes_count } = await db
    .updateTable('posts')
    .set((eb) => ({ likes_count: eb('likes_count', '+', delta) }))
    .where('id', '=', postId)
    .returning('likes_count')
    .executeTakeFirstOrThrow();
  return likes_count;
}

export async function getLikesCount(db: Executor, postId: string): Promise<number> {
  const post = await db
    .selectFrom('posts')
    .where('id', '=', postId)
    .select('likes_count')
    .executeTakeFirst();
  return post?.likes_count ?? 0;
}

/** Newest first. */
export const listLikes = (db: Executor, postId: string, { cursor, limit }: ListQuery) =>
  db
    .selectFrom('likes as l')
    .innerJoin('members as m', 'm.id', 'l.member_id')
    .where('l.post_id', '=', postId)
    .where('m.disabled_at', 'is', null)
    .$if(cursor !== null, (query) => query.where('l.id', '<', cursor as string))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .select([...MEMBER_COLUMNS, 'l.id'])
    .execute();
