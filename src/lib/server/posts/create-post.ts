import { MAX_ATTACHMENTS } from '#lib/contract/posts.ts';
import type { Post, PostInput } from '#lib/contract/posts.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { isDatabaseError } from '#lib/server/db/database-error.ts';
import { fieldError } from '#lib/server/errors.ts';
import { storeImages, transactWithImages, type UploadedImage } from '#lib/server/images/service.ts';
import { adjustPostsCount } from '#lib/server/members/queries.ts';
import { newId } from '#lib/server/new-id.ts';
import { notifyFollowers } from '#lib/server/notifications/notify.ts';

import { LIMITS } from './limits.ts';
import { findPostByKey, insertPost } from './queries.ts';
import { getPost } from './service.ts';

/** @returns the id of the new post, or of a concurrent request's */
async function publish(ctx: Ctx, input: PostInput, imageKeys: string[], idempotency_key: string) {
  const author_id = requireViewer(ctx).id;
  const times = { created_at: ctx.now(), updated_at: ctx.now() };
  const post = { id: newId(), author_id, ...input, idempotency_key, ...times };
  try {
    await transactWithImages(ctx, imageKeys, { invalidates: ['posts'] }, async (tx) => {
      await insertPost(tx, post, imageKeys);
      await adjustPostsCount(tx, author_id, 1);
      await notifyFollowers(ctx, tx, post);
    });
    return post.id;
  } catch (error) {
    if (!isDatabaseError(error, 'unique')) throw error;
    const existing = await findPostByKey(ctx.db, author_id, idempotency_key);
    if (!existing) throw error;
    return existing.id;
  }
}

/**
 * Creates a post, or returns the one that the same key created. Images are stored before the row; a failure removes them.
 * @throws AppError too_many_attachments, rate_limited, and those of images
 */
export async function createPost(
  ctx: Ctx,
  input: PostInput,
  uploads: UploadedImage[],
  idempotencyKey: string,
): Promise<Post> {
  const viewer = requireViewer(ctx);
  if (uploads.length > MAX_ATTACHMENTS) throw fieldError('attachments', 'too_many_attachments');
  const existing = await findPostByKey(ctx.db, viewer.id, idempotencyKey);
  if (existing) return getPost(ctx, existing.id);
  await ctx.limits.consume(LIMITS.createPost, viewer.id);
  const id = await publish(ctx, input, await storeImages(ctx, uploads), idempotencyKey);
  return getPost(ctx, id);
}
