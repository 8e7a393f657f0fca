import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { isMuted } from '#lib/server/mutes/queries.ts';
import { getTitle } from '#lib/server/posts/queries.ts';

import { replaceNotification } from './group-queries.ts';
import * as likes from './like-queries.ts';
import { MESSAGES } from './messages.ts';
import { toNotificationRow } from './notify.ts';

/**
 * Notifies a post's author of a like: once, however often it is repeated, and not when they muted the post. Likes of a post
 * are one notification, of the latest. The caller has locked the post.
 */
export async function notifyLike(
  ctx: Ctx,
  tx: Executor,
  authorId: string,
  postId: string,
): Promise<void> {
  const { id, account } = requireViewer(ctx);
  if (id === authorId || (await isMuted(tx, postId, authorId))) return;
  if (!(await likes.insertNotifiedLike(tx, postId, id))) return;
  const others = await likes.countOtherLikes(tx, postId, authorId);
  const row = toNotificationRow(ctx, {
    type: 'forum',
    kind: 'like',
    audience: 'member',
    audience_member_id: authorId,
    actor_id: id,
    link_data: postId,
    title: MESSAGES.liked(account.name, others),
    content: await getTitle(tx, postId),
    dedupe_key: `likes ${postId}`,
  });
  await replaceNotification(tx, row);
}

/**
 * Names others in the notifications of likes that name a member who is not seen any more. Where no one else likes the
 * post, they stay as they are, and are not shown.
 * @param authorId of the posts; all authors without it
 */
export async function nameOtherLikers(
  tx: Executor,
  memberId: string,
  authorId?: string,
): Promise<void> {
  const named = await likes.listLikeNotifications(tx, memberId);
  for (const { id, post_id, author_id } of named) {
    if (authorId !== undefined && author_id !== authorId) continue;
    const other = await likes.findOtherLiker(tx, post_id, author_id, memberId);
    if (!other) continue;
    const title = MESSAGES.liked(`${other.first_name} ${other.last_name}`, other.others);
    await likes.setLiker(tx, id, other.member_id, title);
  }
}
