import { setTimeout as delay } from 'node:timers/promises';

import { offlineUrl } from '#lib/contract/images.ts';
import type { Resource } from '#lib/contract/library/resources.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { isUnavailable } from '#lib/server/platform/to-app-error.ts';

/** Files that a browser saves with the page. */
export interface OfflineBundle {
  /** URLs, in the size for offline reading */
  images: string[];
  /** the size of text and images */
  bytes: number;
}

// The path prefix of stored files, before the key.
const MEDIA_PREFIX = '/media/';

// How long the page waits for the sizes of its images.
const TIMEOUT_MS = 300;

// The file of a key never changes.
const sizeCache = new Map<string, number>();

async function readFileSize({ files }: Ctx, key: string): Promise<number> {
  const known = sizeCache.get(key);
  if (known !== undefined) return known;
  const file = await files.get(key);
  // An unread stream would keep a connection to the bucket open.
  if (file?.body instanceof ReadableStream) await file.body.cancel();
  if (file) sizeCache.set(key, file.size);
  return file?.size ?? 0;
}

/** @returns null when the images cannot be reached in time: the page then offers no saving */
export async function createOfflineBundle(
  ctx: Ctx,
  resource: Resource,
): Promise<OfflineBundle | null> {
  const tooLate = delay(TIMEOUT_MS, null, { ref: false });
  try {
    return await Promise.race([measureBundle(ctx, resource), tooLate]);
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

async function measureBundle(ctx: Ctx, { cover_photo, blocks }: Resource): Promise<OfflineBundle> {
  const images = blocks.flatMap(({ type, content }) => (type === 'image' ? content : []));
  const pictures = [cover_photo, ...images].map(offlineUrl);
  const sizes = await Promise.all(
    pictures.map((url) => readFileSize(ctx, url.slice(MEDIA_PREFIX.length))),
  );
  const text = blocks.map(({ content }) => content).join('');
  return {
    images: pictures,
    bytes: sizes.reduce((all, size) => all + size, Buffer.byteLength(text)),
  };
}
