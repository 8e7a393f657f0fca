import type { Executor } from '#lib/server/platform/db/schema.ts';

import { incrementVersions } from './version-queries.ts';

/** A comment of a post. */
interface CommentKey {
  postId: string;
  commentId: string;
}

const RECIPIENT = ['audience', 'audience_member_id'] as const;

/** The notifications of which this is the newest comment, by the index of their links. */
const updateOfComment = (db: Executor, { postId, commentId }: CommentKey) =>
  db
    .updateTable('notifications')
    .where('link_data', '=', postId)
    .where('comment_id', '=', commentId);

/** Shows what a comment says now in the notifications that show its beginning. */
export async function updateCommentExcerpt(
  db: Executor,
  key: CommentKey,
  content: string,
): Promise<void> {
  const changed = await updateOfComment(db, key).set({ content }).returning(RECIPIENT).execute();
  await incrementVersions(db, changed);
}

/**
 * Deletes the notifications of a comment that is deleted. Those of earlier comments, too, stay without its words.
 * @param title of the post, which they show instead
 */
export async function forgetDeletedComment(
  db: Executor,
  key: CommentKey,
  title: string,
): Promise<void> {
  const deleted = await db
    .deleteFrom('notifications')
    .where('link_data', '=', key.postId)
    .where('comment_id', '=', key.commentId)
    .where('first_comment_id', '=', key.commentId)
    .returning(RECIPIENT)
    .execute();
  const changed = await updateOfComment(db, key)
    .set({ content: title, comment_id: null })
    .returning(RECIPIENT)
    .execute();
  await incrementVersions(db, [...deleted, ...changed]);
}
