import type { Comment, CommentInput } from '#lib/contract/comments.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { AppError, notFound } from '#lib/server/errors.ts';
import {
  forgetDeletedComment,
  updateCommentExcerpt,
} from '#lib/server/notifications/changed-comment-queries.ts';
import { excerpt } from '#lib/server/notifications/excerpt.ts';
import { getAuthorId, inPostTransaction } from '#lib/server/posts/post-transaction.ts';
import { getTitle } from '#lib/server/posts/queries.ts';
import { lockViewer } from '#lib/server/sessions/lock-viewer.ts';

import { LIMITS } from './limits.ts';
import * as comments from './queries.ts';
import { toComment } from './service.ts';

/** A comment and the post that it belongs to, as in a path. */
export interface CommentIds {
  postId: string;
  commentId: string;
}

/** @returns undefined when the viewer sees no such comment of the post */
async function findComment(ctx: Ctx, db: Executor, { postId, commentId }: CommentIds) {
  const comment = await comments.findComment(db, requireViewer(ctx).id, commentId);
  return comment?.post_id === postId ? comment : undefined;
}

/** @throws AppError comment_not_yours */
function checkOwn(ctx: Ctx, comment: comments.CommentRow): void {
  if (comment.member_id !== requireViewer(ctx).id) throw new AppError('comment_not_yours');
}

/**
 * Gets the viewer's own comment.
 * @throws AppError post_not_found, comment_not_found also for another member's
 */
export async function getOwnComment(ctx: Ctx, ids: CommentIds): Promise<Comment> {
  await getAuthorId(ctx, ctx.db, ids.postId);
  const comment = await findComment(ctx, ctx.db, ids);
  if (comment?.member_id !== requireViewer(ctx).id) throw notFound('comment');
  return toComment(comment);
}

/**
 * Edits the viewer's own comment, which is then marked as edited. The same text changes nothing.
 * @throws AppError post_not_found, comment_not_found, comment_not_yours, comment_post_mismatch, rate_limited
 */
export async function editComment(
  ctx: Ctx,
  ids: CommentIds,
  { post_id = ids.postId, comment: content }: CommentInput,
): Promise<Comment> {
  const { id } = requireViewer(ctx);
  const { postId, commentId } = ids;
  if (post_id !== postId) throw new AppError('comment_post_mismatch');
  await ctx.limits.consume(LIMITS.changeComment, id);
  await inPostTransaction(ctx, postId, { invalidates: [] }, async (tx) => {
    const comment = await findComment(ctx, tx, ids);
    if (!comment) throw notFound('comment');
    checkOwn(ctx, comment);
    if (comment.content === content) return;
    await comments.updateComment(tx, commentId, content, ctx.now());
    await updateCommentExcerpt(tx, ids, excerpt(content));
  });
  return getOwnComment(ctx, ids);
}

/**
 * Deletes the viewer's own comment, with its words in notifications. Repeating changes nothing. It is possible also where
 * the viewer does not see the post: what they wrote is theirs.
 * @throws AppError comment_not_yours, rate_limited
 */
export async function deleteComment(ctx: Ctx, ids: CommentIds): Promise<void> {
  await ctx.limits.consume(LIMITS.changeComment, requireViewer(ctx).id);
  await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
    await lockViewer(ctx, tx);
    const comment = await findComment(ctx, tx, ids);
    if (!comment) return;
    checkOwn(ctx, comment);
    await comments.deleteComment(tx, ids.commentId);
    await comments.adjustCommentsCount(tx, ids.postId, -1);
    await forgetDeletedComment(tx, ids, await getTitle(tx, ids.postId));
  });
}
