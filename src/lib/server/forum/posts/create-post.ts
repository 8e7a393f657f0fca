import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import {
  MAX_ATTACHMENTS,
  type NewPost,
  type Post,
  type PostImages,
} from '#lib/contract/forum/posts.ts';
import { availableWidths, IMAGE_WIDTHS, imageSize } from '#lib/contract/images.ts';
import { adjustPostsCount } from '#lib/server/people/members/queries.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { isDatabaseError } from '#lib/server/platform/db/database-error.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { joinAttachments } from '#lib/server/platform/images/queries.ts';
import {
  storeImages,
  toAttachments,
  transactWithImages,
  type UploadedImage,
} from '#lib/server/platform/images/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { actingIdOf, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { readBytes } from '#lib/server/platform/storage/file-store.ts';

import { isFirstPostPending } from './pending-posts.ts';
import { createListing, type ResolvedListing, resolveListing } from './post-listing.ts';
import { findCreated, insertPost, listImages, type NewImage } from './queries.ts';
import { getPost } from './service.ts';

// Hashing this much takes some 3 ms.
const SLICE_BYTES = 1024 * 1024;

/** Hashes the content of a request to create a post: an idempotency key is valid for one content only. */
async function hashPostRequest(
  { title, description, listing, attachment_alts: alts }: Omit<NewPost, 'for_account'>,
  uploads: UploadedImage[],
): Promise<string> {
  const sizes = uploads.map(({ bytes }) => bytes.length);
  const parts = [title, description, sizes, listing, alts];
  const hash = createHash('sha256').update(JSON.stringify(parts));
  for (const { bytes } of uploads) {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      hash.update(bytes.subarray(at, at + SLICE_BYTES));
      // Lets other requests run in between.
      await setImmediate();
    }
  }
  return hash.digest('base64url');
}

/** @param known the keys of images that may be removed; all, when missing */
export function requireKnown(images: NewImage[], known: string[] | undefined): void {
  if (!known || images.every(({ image_key }) => known.includes(image_key))) return;
  const current: PostImages = toAttachments(joinAttachments(images));
  throw new AppError('post_changed', {}, { current });
}

const sizeOf = (key: string): string => key.slice(key.lastIndexOf('-'));

/** Reads the smallest stored size, whose bytes are the same for the same upload. */
async function readSmallest({ files }: Ctx, key: string): Promise<Buffer | null> {
  const [width] = availableWidths(imageSize(key).width, IMAGE_WIDTHS);
  const file = await files.get(`${key}/${width}.webp`);
  return file && readBytes(file);
}

async function isEqual(ctx: Ctx, one: string, other: string): Promise<boolean> {
  if (sizeOf(one) !== sizeOf(other)) return false;
  const [bytes, others] = [await readSmallest(ctx, one), await readSmallest(ctx, other)];
  return bytes !== null && others !== null && bytes.equals(others);
}

/**
 * Lists the images that a request may remove: those that it is based on, and those that the same request added
 * earlier, when its response was lost.
 * @returns their keys
 */
export async function listKnown(
  ctx: Ctx,
  postId: string,
  { began, added }: Record<'began' | 'added', string[]>,
): Promise<string[]> {
  const known = [...began];
  for (const { image_key } of await listImages(ctx.db, postId)) {
    if (known.includes(image_key)) continue;
    const equal = await Promise.all(added.map((key) => isEqual(ctx, image_key, key)));
    if (equal.includes(true)) known.push(image_key);
  }
  return known;
}

/** Identifies a request. */
interface RequestKey {
  idempotency_key: string;
  request_hash: string;
}

/** Finds the post that an earlier request with this key created. */
async function findCreatedPost(
  ctx: Ctx,
  { idempotency_key, request_hash }: RequestKey,
): Promise<string | undefined> {
  const { id } = requireViewer(ctx);
  const post = await findCreated(ctx.db, id, idempotency_key);
  if (post?.request_hash && post.request_hash !== request_hash)
    throw new AppError('idempotency_key_reused');
  return post?.id;
}

/** A post whose listing was validated. */
interface ResolvedPost extends Omit<NewPost, 'listing' | 'for_account'> {
  listing: ResolvedListing | null;
}

// The unique keys of posts, and of pending posts.
const KEYS = [
  'posts_author_id_idempotency_key_key',
  'quarantine_member_id_idempotency_key_key',
] as const;

/** @returns the id of the new post, or of the one that a concurrent request created */
async function publish(
  ctx: Ctx,
  { title, description, listing, attachment_alts: alts }: ResolvedPost,
  imageKeys: string[],
  key: RequestKey,
) {
  const { id: author_id } = requireViewer(ctx);
  const at = ctx.now();
  const times = { created_at: at, updated_at: at };
  const post = { id: newId(), author_id, title, description, ...key, ...times };
  const images = imageKeys.map((image_key, i) => ({ image_key, alt: alts[i] || null }));
  try {
    await transactWithImages(ctx, imageKeys, { invalidates: ['posts'] }, async (tx) => {
      await lockViewer(ctx, tx);
      const isPending = await isFirstPostPending(ctx, tx);
      await insertPost(tx, post, images);
      if (listing) await createListing(ctx, tx, post.id, listing);
      await adjustPostsCount(tx, author_id, 1);
      if (isPending) await ctx.events.postPending(ctx, tx, post.id);
      else await ctx.notify(tx, { event: 'post_published', postId: post.id, authorId: author_id });
    });
    return post.id;
  } catch (error) {
    // The row exists after a concurrent request with the same key, or a commit whose response was lost.
    const isRepeated = isUniqueViolation(error, ...KEYS);
    if (!isRepeated && !isDatabaseError(error, 'uncertain')) throw error;
    const existing = await findCreatedPost(ctx, key);
    if (!existing) throw error;
    return existing;
  }
}

export const LIMITS = defineLimits({
  createPost: { what: "a member's posts", points: 20, seconds: 600 },
});

/**
 * Stores the images of a post, counted against the limit of posts; rejected images do not count.
 * @param isListed also stores each image as JPEG, for links to the public page: any may become the first
 */
async function storePostImages(
  ctx: Ctx,
  uploads: UploadedImage[],
  isListed: boolean,
): Promise<string[]> {
  const id = actingIdOf(ctx);
  await ctx.limits.consume(LIMITS.createPost, id);
  try {
    return await storeImages(ctx, uploads, isListed ? uploads : []);
  } catch (error) {
    if (error instanceof AppError) await ctx.limits.refund(LIMITS.createPost, id);
    throw error;
  }
}

/**
 * Creates a post of the viewer, or returns the one created with the same key. Images are stored before the row, and
 * removed on failure.
 */
export async function createPost(
  ctx: Ctx,
  input: Omit<NewPost, 'for_account'>,
  uploads: UploadedImage[],
  idempotency_key: string,
): Promise<Post> {
  const { stewardId } = requireViewer(ctx);
  if (stewardId !== undefined && !input.listing) throw new AppError('listing_needed');
  if (uploads.length > MAX_ATTACHMENTS) throw fieldError('attachments', 'too_many_attachments');
  const key = { idempotency_key, request_hash: await hashPostRequest(input, uploads) };
  const existing = await findCreatedPost(ctx, key);
  if (existing) return getPost(ctx, existing);
  const listing = input.listing && resolveListing(ctx, input.listing, 'listing');
  const imageKeys = await storePostImages(ctx, uploads, listing !== null);
  return getPost(ctx, await publish(ctx, { ...input, listing }, imageKeys, key));
}
