// The recipients of notifications about a comment: the post's author and its commenters.
import { sql } from 'kysely';

import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { isNotMuted } from '#lib/server/forum/mutes/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { CommentTable, Executor } from '#lib/server/platform/db/schema.ts';

import { type Choices, toChoices } from './channels/reach-queries.ts';
import { membersWanting } from './delivery-queries.ts';

// Bounds the work per comment.
const MAX_COMMENTERS = 500;

type Comment = Pick<CommentTable, 'id' | 'post_id' | 'member_id'>;

/** The author of a post, and its latest commenters. */
const conversationOf = (db: Executor, postId: string) => {
  const commenters = db
    .selectFrom('comments')
    .where('post_id', '=', postId)
    .groupBy('member_id')
    .orderBy((eb) => eb.fn.max('created_at'), 'desc')
    .limit(sql.lit(MAX_COMMENTERS))
    .select('member_id');
  return db
    .selectFrom('posts')
    .where('id', '=', postId)
    .select('author_id as member_id')
    .union(db.selectFrom(commenters.as('commenters')).select('member_id'));
};

/** The member's previous comment on the post. */
const previousComment = (db: Executor, { id, post_id, member_id }: Comment) =>
  db
    .selectFrom('comments')
    .where('post_id', '=', post_id)
    .where('member_id', '=', member_id)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(1))
    .select('id');

const conversation = precompiled((db, comment: Comment, kind: NotificationKind) =>
  membersWanting(db, kind, comment.member_id)
    .where('m.disabled_at', 'is', null)
    .where(isNotMuted(comment.post_id))
    .where('m.id', 'in', conversationOf(db, comment.post_id))
    .where('m.id', '!=', comment.member_id)
    .select(previousComment(db, comment).as('previous')),
);

/**
 * Lists the recipients for a comment except its author: those who want this kind, and have not muted the post.
 * @returns the recipients with their choices for the kind, and the previous comment of the comment's author
 */
export async function listConversation(
  db: Executor,
  { id, post_id, member_id }: Comment,
  kind: NotificationKind,
): Promise<{ wanting: Choices; previous: string | null }> {
  const rows = await conversation(db, { id, post_id, member_id }, kind);
  return { wanting: toChoices(rows), previous: rows[0]?.previous ?? null };
}
