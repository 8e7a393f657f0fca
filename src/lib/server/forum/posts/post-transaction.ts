import { lockViewer, lockViewerAnd, type WriteOptions } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { isMissingReference } from '#lib/server/platform/db/foreign-keys.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact, type TransactionOptions } from '#lib/server/platform/db/transact.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import * as posts from './queries.ts';

/**
 * @returns the author of a post that the viewer can see
 * @throws AppError post_not_found
 */
export async function getAuthorId(ctx: Ctx, db: Executor, postId: string): Promise<string> {
  const post = await posts.findAuthor(db, requireViewer(ctx).id, postId);
  if (!post) throw notFound('post');
  return post.author_id;
}

/** Like `getAuthorId`. @throws AppError post_pending for the viewer's own pending post */
async function getAuthorOrPending(ctx: Ctx, tx: Executor, postId: string): Promise<string> {
  const { id } = requireViewer(ctx);
  const post = await posts.findAuthor(tx, id, postId);
  if (post) return post.author_id;
  const isPending = await posts.findPendingPost(tx, id, postId);
  throw isPending ? new AppError('post_pending') : notFound('post');
}

/**
 * Runs a transaction about a post that the viewer can see.
 * @param options `alsoLocks`: another member who becomes involved
 * @param work receives the transaction and the author's id
 * @throws AppError post_not_found, also after a concurrent deletion; post_pending; unauthenticated when the session has ended or
 *   the viewer is disabled
 */
export async function inPostTransaction<T>(
  ctx: Ctx,
  postId: string,
  options: TransactionOptions & WriteOptions & { alsoLocks?: string },
  work: (tx: Executor, authorId: string) => Promise<T>,
): Promise<T> {
  await ctx.events.subjectSeen(ctx, { noun: 'post', id: postId });
  try {
    return await transact(ctx, options, async (tx) => {
      const { alsoLocks } = options;
      if (alsoLocks === undefined) await lockViewer(ctx, tx, options);
      else await lockViewerAnd(ctx, tx, alsoLocks, options);
      return work(tx, await getAuthorOrPending(ctx, tx, postId));
    });
  } catch (error) {
    throw isMissingReference(error, 'post_id') ? notFound('post') : error;
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
