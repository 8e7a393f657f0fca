import {
  MAX_ATTACHMENTS,
  type Post,
  postEtag,
  type PostInput,
  type ReplacedAttachments,
} from '#lib/contract/forum/posts.ts';
import { imageKeyOf } from '#lib/contract/images.ts';
import { LIMITS } from '#lib/server/people/profile/limits.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import {
  deleteImagesQuietly,
  storeImages,
  type UploadedImage,
  writeWithImages,
} from '#lib/server/platform/images/service.ts';

import { listKnown, requireKnown } from './create-post.ts';
import { inOwnPostTransaction } from './post-transaction.ts';
import * as posts from './queries.ts';
import { getPost } from './service.ts';

type EtagTest = (etag: string) => boolean;

/** @throws AppError post_changed, with the current text, unless it is the one that was requested */
async function requireText(tx: Executor, postId: string, isRequested: EtagTest): Promise<void> {
  const text = await posts.findText(tx, postId);
  const current = { ...text, updated_at: new Date(text.updated_at).toISOString() };
  if (!isRequested(postEtag(current))) throw new AppError('post_changed', {}, { current });
}

/**
 * Changes a post's title and description.
 * @param isRequested whether `If-Match` names an ETag; without it any text is changed
 * @throws AppError post_not_found, post_not_yours, post_changed, rate_limited
 */
export async function updatePost(
  ctx: Ctx,
  postId: string,
  input: PostInput,
  isRequested?: EtagTest,
): Promise<Post> {
  await ctx.limits.consume(LIMITS.edit, requireViewer(ctx).id);
  await inOwnPostTransaction(ctx, postId, async (tx) => {
    if (isRequested) await requireText(tx, postId, isRequested);
    await posts.updatePost(tx, postId, input, ctx.now());
  });
  return getPost(ctx, postId);
}

/** The images that a post has from now on, by their keys. */
interface Replacement {
  /** those that stay */
  stored: string[];
  added: string[];
  /** of the stored ones, then of the new ones */
  alts: string[];
  /** those that may be removed; without it, all may */
  known: string[] | undefined;
}

/**
 * Writes the images that a post has from now on: those of the stored ones that stay, then new ones.
 * @returns the keys of those that it no longer has
 * @throws AppError too_many_attachments, post_changed
 */
async function writeImages(
  tx: Executor,
  postId: string,
  { stored, added, alts, known }: Replacement,
): Promise<string[]> {
  const rows = await posts.listImages(tx, postId);
  requireKnown(rows, known);
  const current = new Map(rows.map((row) => [row.image_key, row]));
  const images = [...stored, ...added]
    .map((image_key, i) => ({
      image_key,
      alt: (alts[i] ?? current.get(image_key)?.alt) || null,
    }))
    .filter(({ image_key }) => current.has(image_key) || added.includes(image_key));
  if (images.length > MAX_ATTACHMENTS) throw fieldError('attachments', 'too_many_attachments');
  await posts.replaceImages(tx, postId, images);
  const remaining = new Set(images.map(({ image_key }) => image_key));
  return [...current.keys()].filter((key) => !remaining.has(key));
}

/** @returns the keys in a field of URLs */
const keysOf = (urls: string): string[] => [
  ...new Set(urls.split(' ').filter(Boolean).map(imageKeyOf)),
];

/**
 * @returns whether the viewer's own post has a listing
 * @throws AppError post_not_found, post_not_yours, post_pending
 */
async function checkOwnPost(ctx: Ctx, postId: string): Promise<boolean> {
  const post = await getPost(ctx, postId);
  if (!post.post_owner) throw new AppError('post_not_yours');
  if (post.is_pending) throw new AppError('post_pending');
  return post.listing !== null;
}

/**
 * Replaces the images of the viewer's own post. Sent again, it changes nothing more: what the first request added does not stay.
 * @throws AppError post_not_found, post_not_yours, post_pending, post_changed, too_many_attachments, rate_limited, and those of images
 */
export async function replaceAttachments(
  ctx: Ctx,
  postId: string,
  { stored: urls, initial, attachment_alts: alts }: ReplacedAttachments,
  uploads: UploadedImage[],
): Promise<Post> {
  await ctx.limits.consume(LIMITS.edit, requireViewer(ctx).id);
  const stored = keysOf(urls);
  if (stored.length + uploads.length > MAX_ATTACHMENTS)
    throw fieldError('attachments', 'too_many_attachments');
  const isListed = await checkOwnPost(ctx, postId);
  // The first image of a listing is needed for links to its page, as JPEG. Any may become the first one.
  const added = await storeImages(ctx, uploads, isListed ? uploads : []);
  const removed = await writeWithImages(ctx, added, async () => {
    const began = initial === undefined ? undefined : [...keysOf(initial), ...stored];
    const known = began && (await listKnown(ctx, postId, { began, added }));
    return inOwnPostTransaction(ctx, postId, (tx) =>
      writeImages(tx, postId, { stored, added, alts, known }),
    );
  });
  await deleteImagesQuietly(ctx, removed);
  return getPost(ctx, postId);
}
