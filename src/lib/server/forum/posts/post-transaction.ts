import { lockViewer, type WriteOptions } from '#lib/server/people/sessions/lock-viewer.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { isDatabaseError } from '#lib/server/platform/db/database-error.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact, type TransactionOptions } from '#lib/server/platform/db/transact.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';

import { findPendingPost } from './pending-queries.ts';
import { findAuthor } from './queries.ts';

/**
 * @returns the author of a post that the viewer sees
 * @throws AppError post_not_found
 */
export async function getAuthorId(ctx: Ctx, db: Executor, postId: string): Promise<string> {
  const post = await findAuthor(db, requireViewer(ctx).id, postId);
  if (!post) throw notFound('post');
  return post.author_id;
}

/** As `getAuthorId`. @throws AppError post_pending for the viewer's own post that awaits review */
async function getAuthorOrPending(ctx: Ctx, tx: Executor, postId: string): Promise<string> {
  const { id } = requireViewer(ctx);
  const post = await findAuthor(tx, id, postId);
  if (post) return post.author_id;
  const isPending = await findPendingPost(tx, id, postId);
  throw isPending ? new AppError('post_pending') : notFound('post');
}

/**
 * Runs a transaction about a post that the viewer sees.
 * @param work gets the transaction and the author's id
 * @throws AppError post_not_found, also after a concurrent deletion; post_pending; unauthenticated when the session has ended or
 *   the viewer is disabled
 */
export async function inPostTransaction<T>(
  ctx: Ctx,
  postId: string,
  options: TransactionOptions & WriteOptions,
  work: (tx: Executor, authorId: string) => Promise<T>,
): Promise<T> {
  try {
    return await transact(ctx, options, async (tx) => {
      await lockViewer(ctx, tx, options);
      return work(tx, await getAuthorOrPending(ctx, tx, postId));
    });
  } catch (error) {
    throw isDatabaseError(error, 'foreign_key') ? notFound('post') : error;
  }
}

/** Runs a transaction about the viewer's own post. */
export function inOwnPostTransaction<T>(
  ctx: Ctx,
  postId: string,
  work: (tx: Executor) => Promise<T>,
): Promise<T> {
  const { id } = requireViewer(ctx);
  return inPostTransaction(ctx, postId, { invalidates: ['posts'] }, (tx, authorId) => {
    if (authorId !== id) throw new AppError('post_not_yours');
    return work(tx);
  });
}
