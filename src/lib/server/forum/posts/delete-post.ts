import { adjustPostsCount } from '#lib/server/people/members/queries.ts';
import { lockViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { deleteImagesQuietly } from '#lib/server/platform/images/service.ts';

import { deleteQuarantine, findPendingPost } from './pending-queries.ts';
import { inOwnPostTransaction } from './post-transaction.ts';
import * as posts from './queries.ts';

/**
 * Deletes a post with all that belongs to it.
 * @returns the keys of its images, to be deleted after the commit
 * @throws AppError post_not_found
 */
export async function deletePostWithContents(
  services: Services,
  tx: Executor,
  id: string,
  authorId: string,
): Promise<string[]> {
  const images = await posts.listImages(tx, id);
  await services.events.postDeleted(services, tx, id);
  // The second of two concurrent deletions finds nothing.
  if (!(await posts.deletePost(tx, id))) throw notFound('post');
  await adjustPostsCount(tx, authorId, -1);
  await services.notify(tx, { event: 'post_deleted', postId: id });
  return images.map(({ image_key }) => image_key);
}

/** Deletes the viewer's own post that awaits review. @returns whether there was one */
async function deletePendingPost(ctx: Ctx, postId: string): Promise<boolean> {
  const pending = await findPendingPost(ctx.db, requireViewer(ctx).id, postId);
  if (!pending) return false;
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx);
    return deleteQuarantine(tx, pending.quarantine_id);
  });
}

/**
 * Deletes the viewer's own post. Its images are deleted after the commit, or by a cleanup if that fails.
 * @throws AppError post_not_found, post_not_yours
 */
export async function deletePost(ctx: Ctx, postId: string): Promise<void> {
  const { id } = requireViewer(ctx);
  if (await deletePendingPost(ctx, postId)) return;
  const keys = await inOwnPostTransaction(ctx, postId, (tx) =>
    deletePostWithContents(ctx, tx, postId, id),
  );
  await deleteImagesQuietly(ctx, keys);
}
