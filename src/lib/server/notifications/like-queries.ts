import { sql } from 'kysely';

import { isNotMuted } from '#lib/server/forum/mutes/queries.ts';
import { enabledMembers } from '#lib/server/people/members/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/**
 * The number of members, other than the author, who like post `p` and are visible to the author. It subtracts the likes
 * that do not count, since an author has few blocks, while a post may have many likes.
 */
const visibleLikes = sql<number>`(p.likes_count - (
  select count(*) from likes as l join members as m on m.id = l.member_id
  where l.post_id = p.id and m.disabled_at is null and l.member_id in (
    select p.author_id
    union select blocked_id from blocks where blocker_id = p.author_id
    union select blocker_id from blocks where blocked_id = p.author_id)))`;

interface NewLike {
  postId: string;
  authorId: string;
  likerId: string;
}

const notedLike = precompiled((db, { postId, authorId, likerId }: NewLike) =>
  db
    .insertInto('notified_likes')
    .columns(['post_id', 'member_id'])
    .expression(
      enabledMembers(db)
        .where('m.id', '=', authorId)
        .where(isNotMuted(postId))
        .select([sql.val(postId).as('post_id'), sql.val(likerId).as('member_id')]),
    )
    .onConflict((conflict) => conflict.columns(['post_id', 'member_id']).doNothing())
    .returning(
      sql<number>`(select ${visibleLikes} from posts as p where p.id = notified_likes.post_id)`.as(
        'count',
      ),
    ),
);

/**
 * Records that a post's author is notified of a member's like.
 * @returns how many other members visible to the author like it; null when the author muted the post, or was notified
 *   before
 */
export async function noteLike(db: Executor, like: NewLike): Promise<number | null> {
  const [noted] = await notedLike(db, like);
  return noted ? Math.max(noted.count - 1, 0) : null;
}

/** The last like of post `p` by a member other than the author, and visible to the author. */
const lastLike = sql<string>`(
  select l.id from likes as l join members as m on m.id = l.member_id
  where l.post_id = p.id and l.member_id <> p.author_id and m.disabled_at is null
    and not exists (select 1 from blocks where blocker_id = p.author_id and blocked_id = l.member_id)
    and not exists (select 1 from blocks where blocker_id = l.member_id and blocked_id = p.author_id)
  order by l.id desc limit 1)`;

/** The posts that a member likes, or liked when their authors were notified. */
const likedPosts = (db: Executor, memberId: string) =>
  db
    .selectFrom('likes')
    .where('member_id', '=', memberId)
    .select('post_id')
    .union(db.selectFrom('notified_likes').where('member_id', '=', memberId).select('post_id'));

/**
 * Updates the actor and the count in notifications of likes, for the posts that a member likes, to what their authors
 * can see. Notifications whose authors can see no one stay unchanged.
 * @param whose the member with the likes; and the posts' author, or all authors without `authorId`
 * @returns the authors
 */
export async function updateLikeNotifications(
  db: Executor,
  { memberId, authorId }: { memberId: string; authorId?: string },
): Promise<string[]> {
  const seen = db
    .selectFrom('posts as p')
    .innerJoin('likes as last', (join) => join.on('last.id', '=', lastLike))
    .where('p.id', 'in', likedPosts(db, memberId))
    .$if(authorId !== undefined, (query) => query.where('p.author_id', '=', authorId as string))
    .select(sql<string>`'likes ' || cast(p.id as text)`.as('dedupe_key'))
    .select(['p.author_id', 'last.member_id as actor_id'])
    .select(
      sql<number>`case when ${visibleLikes} > 1 then ${visibleLikes} - 1 else 0 end`.as('others'),
    );
  const changed = await db
    .updateTable('member_notifications')
    .from(seen.as('seen'))
    .set((eb) => ({
      actor_id: eb.ref('seen.actor_id'),
      others: eb.ref('seen.others'),
      message: 'liked',
      title: null,
      content: null,
    }))
    .whereRef('member_notifications.member_id', '=', 'seen.author_id')
    .whereRef('member_notifications.dedupe_key', '=', 'seen.dedupe_key')
    .returning('member_notifications.member_id')
    .execute();
  return changed.map(({ member_id }) => member_id);
}
