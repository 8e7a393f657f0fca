import type { Comment, CommentInput, CommentPage } from '#lib/contract/comments.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { isDatabaseError } from '#lib/server/db/database-error.ts';
import { notFound, AppError } from '#lib/server/errors.ts';
import { toAccount } from '#lib/server/members/service.ts';
import { newId } from '#lib/server/new-id.ts';
import { notifyComment } from '#lib/server/notifications/notify-comment.ts';
import { toPage, withLookahead } from '#lib/server/pagination.ts';
import { inPostTransaction, getAuthorId } from '#lib/server/posts/post-transaction.ts';

import { LIMITS } from './limits.ts';
import * as comments from './queries.ts';

/** @returns a comment as the viewer sees it */
export const toComment = (row: comments.CommentRow): Comment => ({
  comment_id: row.id,
  content: row.content,
  created_at: new Date(row.created_at).toISOString(),
  edited_at: row.edited_at === null ? null : new Date(row.edited_at).toISOString(),
  account: toAccount(row),
});

/**
 * Lists the comments of a post, newest first.
 * @throws AppError post_not_found
 */
export async function listComments(
  ctx: Ctx,
  postId: string,
  list: ListQuery,
): Promise<CommentPage> {
  const { id: viewerId } = requireViewer(ctx);
  await getAuthorId(ctx, ctx.db, postId);
  const rows = await comments.listComments(ctx.db, viewerId, postId, withLookahead(list));
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
    await notifyComment(ctx, tx, authorId, row);
  });
  return {
    comment_id: row.id,
    content,
    created_at: new Date(row.created_at).toISOString(),
    edited_at: null,
    account,
  };
}

/** @throws AppError idempotency_key_reused for the key of another comment */
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

/**
 * Adds a comment, or returns the one that the same key added.
 * @throws AppError post_not_found, comment_post_mismatch, idempotency_key_reused, rate_limited
 */
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
    if (!isDatabaseError(error, 'unique', 'uncertain')) throw error;
    const added = await findByIdempotencyKey(ctx, postId, comment, idempotencyKey);
    if (added) return added;
    throw isDatabaseError(error, 'unique') ? notFound('post') : error;
  }
}
