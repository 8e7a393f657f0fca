import { MAX_ATTACHMENTS } from '#lib/contract/posts.ts';
import type { NewPost, Post } from '#lib/contract/posts.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { isDatabaseError } from '#lib/server/db/database-error.ts';
import { AppError, fieldError } from '#lib/server/errors.ts';
import { storeImages, transactWithImages, type UploadedImage } from '#lib/server/images/service.ts';
import { createListing } from '#lib/server/listings/create-listing.ts';
import { type ResolvedListing, resolveListing } from '#lib/server/listings/resolve-listing.ts';
import { adjustPostsCount } from '#lib/server/members/queries.ts';
import { isFirstPostPending } from '#lib/server/moderation/first-posts.ts';
import { findByKey } from '#lib/server/moderation/quarantine-queries.ts';
import { quarantinePost } from '#lib/server/moderation/quarantine.ts';
import { newId } from '#lib/server/new-id.ts';
import { notifyFollowers } from '#lib/server/notifications/notify.ts';
import { lockViewer } from '#lib/server/sessions/lock-viewer.ts';

import { LIMITS } from './limits.ts';
import { findPostByKey, insertPost } from './queries.ts';
import { hashPostRequest } from './request-hash.ts';
import { getPost } from './service.ts';

/** What identifies a request. */
interface RequestKey {
  idempotency_key: string;
  request_hash: string;
}

/**
 * Finds the post that an earlier request with this key created.
 * @throws AppError idempotency_key_reused when that request sent something else
 */
async function findCreatedPost(
  ctx: Ctx,
  { idempotency_key, request_hash }: RequestKey,
): Promise<string | undefined> {
  const { id } = requireViewer(ctx);
  const post =
    (await findPostByKey(ctx.db, id, idempotency_key)) ??
    (await findByKey(ctx.db, id, idempotency_key));
  if (post?.request_hash && post.request_hash !== request_hash)
    throw new AppError('idempotency_key_reused');
  return post?.id;
}

/** A post whose listing was checked. */
interface ResolvedPost extends NewPost {
  listing: ResolvedListing | null;
}

/** @returns the id of the new post, or of a concurrent request's */
async function publish(
  ctx: Ctx,
  { listing, attachment_alts: alts, ...text }: ResolvedPost,
  imageKeys: string[],
  key: RequestKey,
) {
  const { id: author_id, account } = requireViewer(ctx);
  const times = { created_at: ctx.now(), updated_at: ctx.now() };
  const post = { id: newId(), author_id, ...text, ...key, ...times };
  const images = imageKeys.map((image_key, i) => ({ image_key, alt: alts[i] || null }));
  try {
    await transactWithImages(ctx, imageKeys, { invalidates: ['posts'] }, async (tx) => {
      await lockViewer(ctx, tx);
      const isPending = await isFirstPostPending(ctx, tx);
      await insertPost(tx, post, images);
      if (listing) await createListing(ctx, tx, post.id, listing);
      await adjustPostsCount(tx, author_id, 1);
      if (isPending)
        await quarantinePost(ctx, tx, post.id, { member_id: author_id, decision_id: null });
      else await notifyFollowers(ctx, tx, { id: author_id, name: account.name }, post);
    });
    return post.id;
  } catch (error) {
    // The row is there after a concurrent request with the same key, or a commit whose response was lost.
    if (!isDatabaseError(error, 'unique', 'uncertain')) throw error;
    const existing = await findCreatedPost(ctx, key);
    if (!existing) throw error;
    return existing;
  }
}

/**
 * Stores the images of a post under the limit of posts, which rejected images do not use up.
 * @param isListed each also for links to the public page, as JPEG: any may become the first one
 */
async function storePostImages(
  ctx: Ctx,
  uploads: UploadedImage[],
  isListed: boolean,
): Promise<string[]> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.createPost, id);
  try {
    return await storeImages(ctx, uploads, isListed ? uploads : []);
  } catch (error) {
    if (error instanceof AppError) await ctx.limits.refund(LIMITS.createPost, id);
    throw error;
  }
}

/**
 * Creates a post, or returns the one that the same key created. Images are stored before the row; a failure removes them.
 * @throws AppError too_many_attachments, idempotency_key_reused, rate_limited, and those of listings and images
 */
export async function createPost(
  ctx: Ctx,
  input: NewPost,
  uploads: UploadedImage[],
  idempotency_key: string,
): Promise<Post> {
  requireViewer(ctx);
  if (uploads.length > MAX_ATTACHMENTS) throw fieldError('attachments', 'too_many_attachments');
  const key = { idempotency_key, request_hash: await hashPostRequest(input, uploads) };
  const existing = await findCreatedPost(ctx, key);
  if (existing) return getPost(ctx, existing);
  const listing = input.listing && resolveListing(ctx, input.listing, 'listing');
  const imageKeys = await storePostImages(ctx, uploads, listing !== null);
  return getPost(ctx, await publish(ctx, { ...input, listing }, imageKeys, key));
}
