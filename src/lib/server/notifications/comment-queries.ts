import { isNotBlocked } from '#lib/server/blocks/visibility-queries.ts';
import type { Executor, NotificationTable } from '#lib/server/db/schema.ts';
import { withoutMutes } from '#lib/server/mutes/queries.ts';

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
 * Lists who is notified of a member's comment on a post: its author and who commented, unless they muted it, or one of
 * the two blocks the other.
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

/** The notification that tells a member of a post's newest comments; `read_at` is null while it is unread. */
export type CommentNotification = Awaited<ReturnType<typeof listCommentNotifications>>[number];

/** Lists the notifications with these keys. */
export const listCommentNotifications = (db: Executor, keys: string[]) =>
  db
    .selectFrom('notifications as n')
    .leftJoin('notification_reads as r', (join) =>
      join
        .onRef('r.notification_id', '=', 'n.id')
        .onRef('r.member_id', '=', 'n.audience_member_id'),
    )
    .where('n.dedupe_key', 'in', keys)
    .select(['n.id', 'n.first_comment_id', 'n.commenters_count', 'n.dedupe_key', 'r.read_at'])
    .select((eb) => eb.ref('n.audience_member_id').$notNull().as('member_id'))
    .execute();

/** Marks notifications as replaced, and read: whoever still sees one may mark it read. */
async function replaceNotifications(
  db: Executor,
  unread: CommentNotification[],
  now: number,
): Promise<void> {
  if (unread.length === 0) return;
  const reads = unread.map(({ id, member_id }) => ({
    notification_id: id,
    member_id,
    read_at: now,
  }));
  await db
    .updateTable('notifications')
    .set({ replaced_at: now })
    .where(
      'id',
      'in',
      reads.map((read) => read.notification_id),
    )
    .execute();
  await db
    .insertInto('notification_reads')
    .values(reads)
    .onConflict((conflict) => conflict.columns(['member_id', 'notification_id']).doNothing())
    .execute();
}

/** Inserts notifications of a comment in place of unread ones, and leaves read ones as they are. */
export async function insertCommentNotifications(
  db: Executor,
  rows: NotificationTable[],
  earlier: CommentNotification[],
  now: number,
): Promise<void> {
  if (earlier.length > 0)
    await db
      .updateTable('notifications')
      .set({ dedupe_key: null })
      .where(
        'id',
        'in',
        earlier.map(({ id }) => id),
      )
      .execute();
  await replaceNotifications(
    db,
    earlier.filter(({ read_at }) => read_at === null),
    now,
  );
  await db.insertInto('notifications').values(rows).execute();
  await incrementVersions(db, rows);
}

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

/** Deletes notifications that were replaced before a time. */
export const deleteReplacedNotifications = (db: Executor, before: number) =>
  db.deleteFrom('notifications').where('replaced_at', '<', before).execute();
