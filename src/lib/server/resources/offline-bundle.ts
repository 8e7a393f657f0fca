import { setTimeout as pause } from 'node:timers/promises';

import { offlineUrl } from '#lib/contract/images.ts';
import type { Resource } from '#lib/contract/resources.ts';
import type { Ctx } from '#lib/server/context.ts';
import { isUnavailable } from '#lib/server/to-app-error.ts';

/** What a browser saves of a resource besides its page. */
export interface OfflineBundle {
  /** addresses of its pictures, in the size that is saved */
  images: string[];
  /** of its text and pictures */
  bytes: number;
}

// Below this address every stored file is, by its key.
const MEDIA_PREFIX = '/media/';

// For how long a page to be read waits for what it takes to save it.
const TIMEOUT_MS = 300;

// A file never changes under its key, and the library's pictures are few.
const sizeCache = new Map<string, number>();

async function readFileSize({ files }: Ctx, key: string): Promise<number> {
  const known = sizeCache.get(key);
  if (known !== undefined) return known;
  const file = await files.get(key);
  // Nobody will read it, and a bucket's stream holds a connection until somebody does.
  if (file?.body instanceof ReadableStream) await file.body.cancel();
  if (file) sizeCache.set(key, file.size);
  return file?.size ?? 0;
}

/**
 * @returns what it takes to read a resource without a connection; null while its pictures cannot be reached, or not in
 *   time, and so not be saved: its text is there to be read all the same
 */
export async function createOfflineBundle(
  ctx: Ctx,
  resource: Resource,
): Promise<OfflineBundle | null> {
  const tooLate = pause(TIMEOUT_MS, null, { ref: false });
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
