import type { Services } from '#lib/server/platform/context.ts';
import type { CommentTable, Executor, NotificationTable } from '#lib/server/platform/db/schema.ts';

import { findPreviousComment, listCommentRecipients } from './comment-queries.ts';
import { excerpt } from './excerpt.ts';
import { type GroupedNotification, insertGrouped, listGrouped } from './group-queries.ts';
import { MESSAGES } from './messages.ts';
import { toNotificationRow } from './notify.ts';
import { getName } from './queries.ts';

const keyOf = (postId: string, memberId: string) => `comments ${postId} ${memberId}`;

/** The comments that one notification tells of. */
function toGroup(
  commentId: string,
  previousId: string | undefined,
  before: GroupedNotification | undefined,
) {
  const first_comment_id = before?.first_comment_id ?? commentId;
  const isCounted = previousId !== undefined && previousId >= first_comment_id;
  const commenters_count = (before?.commenters_count ?? 0) + (isCounted ? 0 : 1);
  return { comment_id: commentId, first_comment_id, commenters_count };
}

/**
 * Notifies a post's author and whoever commented there of a comment. No member has more than one notification of a post's
 * comments: the next one tells of all of them.
 */
export async function notifyComment(
  services: Services,
  tx: Executor,
  authorId: string,
  comment: Pick<CommentTable, 'id' | 'post_id' | 'member_id' | 'content'>,
): Promise<void> {
  const actor_id = comment.member_id;
  const name = await getName(tx, actor_id);
  const everyone = await listCommentRecipients(tx, comment.post_id, authorId, actor_id);
  const recipients = everyone.filter((id) => id !== actor_id);
  if (recipients.length === 0) return;
  const keys = recipients.map((id) => keyOf(comment.post_id, id));
  const earlier = await listGrouped(tx, keys);
  const previous = await findPreviousComment(tx, comment);
  const rows = recipients.map((audience_member_id): NotificationTable => {
    const dedupe_key = keyOf(comment.post_id, audience_member_id);
    const before = earlier.find((each) => each.dedupe_key === dedupe_key);
    const group = toGroup(comment.id, previous?.id, before);
    return toNotificationRow(services, {
      type: 'forum',
      kind: 'comment',
      audience: 'member',
      audience_member_id,
      actor_id,
      link_data: comment.post_id,
      title: MESSAGES.commented(name, group.commenters_count - 1),
      content: excerpt(comment.content),
      dedupe_key,
      ...group,
    });
  });
  await insertGrouped(tx, rows, earlier, services.now());
}
