import {
  MAX_ATTACHMENTS,
  type Post,
  postEtag,
  type PostInput,
  type ReplacedAttachments,
} from '#lib/contract/forum/posts.ts';
import { imageKeyOf } from '#lib/contract/images.ts';
import { adjustPostsCount } from '#lib/server/people/members/queries.ts';
import { LIMITS } from '#lib/server/people/profile/service.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import {
  deleteImagesQuietly,
  storeImages,
  type UploadedImage,
  writeWithImages,
} from '#lib/server/platform/images/service.ts';
import { actingIdOf, requireViewer } from '#lib/server/platform/require-viewer.ts';

import { listKnown, requireKnown } from './create-post.ts';
import { inOwnPostTransaction } from './post-transaction.ts';
import * as posts from './queries.ts';
import { getPost } from './service.ts';

type EtagTest = (etag: string) => boolean;

async function requireText(tx: Executor, postId: string, isRequested: EtagTest): Promise<void> {
  const text = await posts.findText(tx, postId);
  const current = { ...text, updated_at: new Date(text.updated_at).toISOString() };
  if (!isRequested(postEtag(current))) throw new AppError('post_changed', {}, { current });
}

/**
 * Changes a post's title and description.
 * @param isRequested whether `If-Match` requests a certain ETag; otherwise any version is changed
 */
export async function updatePost(
  ctx: Ctx,
  postId: string,
  input: PostInput,
  isRequested?: EtagTest,
): Promise<Post> {
  await ctx.limits.consume(LIMITS.edit, actingIdOf(ctx));
  await inOwnPostTransaction(ctx, postId, async (tx) => {
    if (isRequested) await requireText(tx, postId, isRequested);
    await posts.updatePost(tx, postId, input, ctx.now());
  });
  return getPost(ctx, postId);
}

/** The new images of a post, by their keys. */
interface Replacement {
  /** stored images that stay */
  stored: string[];
  added: string[];
  /** for the stored, then for the new images */
  alts: string[];
  /** images that may be removed; all, when missing */
  known: string[] | undefined;
}

/**
 * Writes the new images of a post: the stored ones that stay, then the uploaded ones.
 * @returns the keys of the removed images
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

/** @returns the keys of the images in a field of URLs */
const keysOf = (urls: string): string[] => [
  ...new Set(urls.split(' ').filter(Boolean).map(imageKeyOf)),
];

/** Checks that the viewer may change the post. @returns whether it has a listing */
async function checkOwnPost(ctx: Ctx, postId: string): Promise<boolean> {
  const post = await getPost(ctx, postId);
  if (!post.post_owner) throw new AppError('post_not_yours');
  if (post.is_pending) throw new AppError('post_pending');
  return post.listing !== null;
}

/** Replaces the images of the viewer's own post. A repeated request leaves the same images. */
export async function replaceAttachments(
  ctx: Ctx,
  postId: string,
  { stored: urls, initial, attachment_alts: alts }: ReplacedAttachments,
  uploads: UploadedImage[],
): Promise<Post> {
  await ctx.limits.consume(LIMITS.edit, actingIdOf(ctx));
  const stored = keysOf(urls);
  if (stored.length + uploads.length > MAX_ATTACHMENTS)
    throw fieldError('attachments', 'too_many_attachments');
  const isListed = await checkOwnPost(ctx, postId);
  // The first image of a listing is also stored as JPEG, for links to its page. Any image may become the first.
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

/**
 * Deletes a post with everything that belongs to it.
 * @returns the keys of its images, to delete after the commit
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

/** Deletes the viewer's own pending post. @returns false when there is none */
async function deletePendingPost(ctx: Ctx, postId: string): Promise<boolean> {
  const pending = await posts.findPendingPost(ctx.db, requireViewer(ctx).id, postId);
  if (!pending) return false;
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx);
    return posts.deleteQuarantine(tx, pending.quarantine_id);
  });
}

/** Deletes the viewer's own post. Its images are deleted after the commit, or by the cleanup if that fails. */
export async function deletePost(ctx: Ctx, postId: string): Promise<void> {
  const { id } = requireViewer(ctx);
  if (await deletePendingPost(ctx, postId)) return;
  const keys = await inOwnPostTransaction(ctx, postId, (tx) =>
    deletePostWithContents(ctx, tx, postId, id),
  );
  await deleteImagesQuietly(ctx, keys);
}
