import { availableWidths, IMAGE_WIDTHS, imageSize } from '#lib/contract/images.ts';
import type { PostImages } from '#lib/contract/posts.ts';
import type { Ctx } from '#lib/server/context.ts';
import { AppError } from '#lib/server/errors.ts';
import { joinAttachments } from '#lib/server/images/attachment-queries.ts';
import { toAttachments } from '#lib/server/images/attachments.ts';
import { readBytes } from '#lib/server/storage/file-store.ts';

import { listImages, type NewImage } from './queries.ts';

/**
 * @param known the keys of images that may be removed; without it, all may
 * @throws AppError post_changed, with the current images, when there is another one
 */
export function requireKnown(images: NewImage[], known: string[] | undefined): void {
  if (!known || images.every(({ image_key }) => known.includes(image_key))) return;
  const current: PostImages = toAttachments(joinAttachments(images));
  throw new AppError('post_changed', {}, { current });
}

const sizeOf = (key: string): string => key.slice(key.lastIndexOf('-'));

/** Reads the smallest stored size. The same upload always gives the same bytes. */
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
 * Lists the images that a request may remove: those that it began from, and those that the same request added before,
 * when its response was lost.
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
