import { isNotBlocked } from '#lib/server/blocks/visibility-queries.ts';
import type { Executor } from '#lib/server/db/schema.ts';

/** Notes that a post's author is notified of a member's like. @returns false when they were before */
export async function insertNotifiedLike(
  db: Executor,
  postId: string,
  memberId: string,
): Promise<boolean> {
  const inserted = await db
    .insertInto('notified_likes')
    .values({ post_id: postId, member_id: memberId })
    .onConflict((conflict) => conflict.columns(['post_id', 'member_id']).doNothing())
    .returning('post_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** @returns how many members like a post besides one who does, and its author */
export async function countOtherLikes(
  db: Executor,
  postId: string,
  authorId: string,
): Promise<number> {
  const { likes_count, own } = await db
    .selectFrom('posts')
    .where('id', '=', postId)
    .select('likes_count')
    .select((eb) =>
      eb
        .selectFrom('likes')
        .where('likes.post_id', '=', postId)
        .where('likes.member_id', '=', authorId)
        .select('likes.id')
        .as('own'),
    )
    .executeTakeFirstOrThrow();
  return Math.max(likes_count - (own === null ? 1 : 2), 0);
}

/** Lists the notifications of likes that name a member as the latest who likes a post. */
export const listLikeNotifications = (db: Executor, actorId: string) =>
  db
    .selectFrom('notifications')
    .where('actor_id', '=', actorId)
    .where('kind', '=', 'like')
    .where('replaced_at', 'is', null)
    .select('id')
    .select((eb) => [
      eb.ref('link_data').$notNull().as('post_id'),
      eb.ref('audience_member_id').$notNull().as('author_id'),
    ])
    .execute();

/** The likes of a post by members whom its author sees, without one, and without the author's own. */
const otherLikes = (db: Executor, postId: string, authorId: string, without: string) =>
  db
    .selectFrom('likes as l')
    .innerJoin('members as m', 'm.id', 'l.member_id')
    .where('l.post_id', '=', postId)
    .where('l.member_id', 'not in', [authorId, without])
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, authorId, 'l.member_id'));

/** Finds who liked a post last besides a member, and how many others do. */
export async function findOtherLiker(
  db: Executor,
  postId: string,
  authorId: string,
  without: string,
) {
  const likes = otherLikes(db, postId, authorId, without);
  const latest = await likes
    .orderBy('l.id', 'desc')
    .limit(1)
    .select(['l.member_id', 'm.first_name', 'm.last_name'])
    .executeTakeFirst();
  if (!latest) return undefined;
  const { count } = await likes
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { ...latest, others: count - 1 };
}

/** Names another member as the latest who likes a post. */
export const setLiker = (db: Executor, id: string, actorId: string, title: string) =>
  db.updateTable('notifications').set({ actor_id: actorId, title }).where('id', '=', id).execute();
