import { sql } from 'kysely';

import { withoutMutes } from '#lib/server/forum/mutes/queries.ts';
import { isNotBlocked } from '#lib/server/people/blocks/visibility-queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { isKindShown } from './hidden-kind-queries.ts';
import { incrementVersions } from './version-queries.ts';

// Bounds the work of one comment.
const MAX_COMMENTERS = 500;

/** @returns the members who commented on a post, who did so last first */
async function listCommenters(db: Executor, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .where('post_id', '=', postId)
    .groupBy('member_id')
    .orderBy((eb) => eb.fn.max('created_at'), 'desc')
    .limit(MAX_COMMENTERS)
    .select('member_id')
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/**
 * Lists who is notified of a member's comment on a post: its author and who commented, unless they muted it or turned
 * comments off, or one of the two blocks the other.
 */
export async function listCommentRecipients(
  db: Executor,
  postId: string,
  authorId: string,
  commenterId: string,
): Promise<string[]> {
  const ids = new Set([authorId, ...(await listCommenters(db, postId))]);
  const rows = await withoutMutes(db, postId)
    .where('m.id', 'in', [...ids])
    .where(isNotBlocked(db, commenterId, 'm.id'))
    .where(isKindShown(db, sql.ref('m.id'), 'comment'))
    .select('m.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds the comment that a member wrote on a post before this one. */
export const findPreviousComment = (
  db: Executor,
  comment: { id: string; post_id: string; member_id: string },
) =>
  db
    .selectFrom('comments')
    .where('post_id', '=', comment.post_id)
    .where('member_id', '=', comment.member_id)
    .where('id', '!=', comment.id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirst();

/** Deletes the notifications whose newest comment this is: they show its words. */
export async function deleteCommentNotifications(
  db: Executor,
  comment: { id: string; post_id: string },
): Promise<void> {
  const deleted = await db
    .deleteFrom('notifications')
    // The index is of this column.
    .where('link_data', '=', comment.post_id)
    .where('comment_id', '=', comment.id)
    .returning(['audience', 'audience_member_id'])
    .execute();
  await incrementVersions(db, deleted);
}
