import { isMuted } from '#lib/server/forum/mutes/queries.ts';
import { getTitle } from '#lib/server/forum/posts/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { replaceNotification } from './group-queries.ts';
import * as likes from './like-queries.ts';
import { MESSAGES } from './messages.ts';
import { toNotificationRow } from './notify.ts';
import { getName } from './queries.ts';

/**
 * Notifies a post's author of a like: once, however often it is repeated, and not when they muted the post. Likes of a post
 * are one notification, of the latest. The caller has locked the post.
 */
export async function notifyLike(
  services: Services,
  tx: Executor,
  { postId, authorId, likerId: id }: Record<'postId' | 'authorId' | 'likerId', string>,
): Promise<void> {
  if (id === authorId || (await isMuted(tx, postId, authorId))) return;
  if (!(await likes.insertNotifiedLike(tx, postId, id))) return;
  const others = await likes.countOtherLikes(tx, postId);
  const row = toNotificationRow(services, {
    type: 'forum',
    kind: 'like',
    audience: 'member',
    audience_member_id: authorId,
    actor_id: id,
    link_data: postId,
    title: MESSAGES.liked(await getName(tx, id), others),
    content: await getTitle(tx, postId),
    dedupe_key: `likes ${postId}`,
  });
  await replaceNotification(tx, row);
}

/** Names and counts again whom authors see in their notifications of a member's likes, e.g. after a block. */
export const updateLikers = (
  tx: Executor,
  whose: { memberId: string; authorId?: string },
): Promise<void> => likes.updateLikeNotifications(tx, MESSAGES.liked, whose);
