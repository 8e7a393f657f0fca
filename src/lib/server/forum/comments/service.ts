import type { Comment, CommentInput, CommentPage } from '#lib/contract/forum/comments.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { getAuthorId, inPostTransaction } from '#lib/server/forum/posts/post-transaction.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { isDatabaseError } from '#lib/server/platform/db/database-error.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { fromNow, toPage } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import * as comments from './queries.ts';

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

function checkOwn(ctx: Ctx, comment: comments.CommentRow): void {
  if (comment.member_id !== requireViewer(ctx).id) throw new AppError('comment_not_yours');
}

/** Gets the viewer's own comment. */
export async function getOwnComment(ctx: Ctx, ids: CommentIds): Promise<Comment> {
  await getAuthorId(ctx, ctx.db, ids.postId);
  const comment = await findComment(ctx, ctx.db, ids);
  if (comment?.member_id !== requireViewer(ctx).id) throw notFound('comment');
  return toComment(comment);
}

export const LIMITS = defineLimits({
  comment: { what: "a member's comments", points: 60, seconds: 600 },
  changeComment: { what: "a member's edits and deletions of comments", points: 60, seconds: 600 },
});

/** Edits the viewer's own comment, which is then marked as edited. The same text changes nothing. */
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
    await ctx.notify(tx, { event: 'comment_edited', ...ids });
  });
  return getOwnComment(ctx, ids);
}

/**
 * Deletes the viewer's own comment, with its words in notifications. Repeating changes nothing. It is possible also where
 * the viewer does not see the post: what they wrote is theirs.
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
    await ctx.notify(tx, { event: 'comment_deleted', ...ids });
  });
}

/** @returns a comment as the viewer sees it */
const toComment = (row: comments.CommentRow): Comment => ({
  comment_id: row.id,
  content: row.content,
  created_at: new Date(row.created_at).toISOString(),
  edited_at: row.edited_at === null ? null : new Date(row.edited_at).toISOString(),
  account: toAccount(row),
});

/** Lists the comments of a post, newest first. */
export async function listComments(
  ctx: Ctx,
  postId: string,
  list: ListQuery,
): Promise<CommentPage> {
  const { id: viewerId } = requireViewer(ctx);
  await getAuthorId(ctx, ctx.db, postId);
  const rows = await comments.listComments(ctx.db, viewerId, postId, fromNow(ctx, list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  return { comments: items.map(toComment), next_cursor: nextCursor };
}

async function insertCommentAndNotify(
  ctx: Ctx,
  post_id: string,
  content: string,
  idempotency_key: string,
) {
  const { id: member_id, account } = requireViewer(ctx);
  const times = { created_at: ctx.now(), edited_at: null };
  const row = { id: newId(), post_id, member_id, content, idempotency_key, ...times };
  await inPostTransaction(ctx, post_id, { invalidates: ['posts'] }, async (tx, authorId) => {
    await comments.insertComment(tx, row);
    await comments.adjustCommentsCount(tx, post_id, 1);
    await ctx.notify(tx, { event: 'comment_written', comment: row, authorId });
  });
  return {
    comment_id: row.id,
    content,
    created_at: new Date(row.created_at).toISOString(),
    edited_at: null,
    account,
  };
}

async function findByIdempotencyKey(
  ctx: Ctx,
  postId: string,
  content: string,
  key: string,
): Promise<Comment | null> {
  const existing = await comments.findCommentByKey(ctx.db, requireViewer(ctx).id, key);
  if (!existing) return null;
  if (existing.post_id !== postId || existing.content !== content)
    throw new AppError('idempotency_key_reused');
  return toComment(existing);
}

/** Adds a comment, or returns the one that the same key added. */
export async function addComment(
  ctx: Ctx,
  postId: string,
  { post_id = postId, comment }: CommentInput,
  idempotencyKey: string,
): Promise<Comment> {
  const { id } = requireViewer(ctx);
  if (post_id !== postId) throw new AppError('comment_post_mismatch');
  const existing = await findByIdempotencyKey(ctx, postId, comment, idempotencyKey);
  if (existing) return existing;
  await ctx.limits.consume(LIMITS.comment, id);
  try {
    return await insertCommentAndNotify(ctx, postId, comment, idempotencyKey);
  } catch (error) {
    // The row is there after a concurrent request with the same key, or a commit whose response was lost.
    const isRepeated = isUniqueViolation(error, 'comments_member_id_idempotency_key_key');
    if (!isRepeated && !isDatabaseError(error, 'uncertain')) throw error;
    const added = await findByIdempotencyKey(ctx, postId, comment, idempotencyKey);
    if (added) return added;
    throw isRepeated ? notFound('post') : error;
  }
}
