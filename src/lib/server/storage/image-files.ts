import { randomBytes } from 'node:crypto';

import { SOCIAL_IMAGE } from '#lib/contract/images.ts';
import type { ProcessedImage } from '#lib/server/images/encode-image.ts';

import { type FileStore, IMAGE_TYPE } from './file-store.ts';

/**
 * @param width of the largest size kept, pixels
 * @param height likewise
 * @returns a new key nobody can guess: 128 random bits, and the size that pages reserve for it
 */
export const createImageKey = (width: number, height: number): string =>
  `${randomBytes(16).toString('base64url')}-${width}x${height}`;

/**
 * Stores every size of a picture under a new key; if one fails, none stays.
 * @returns the key, which rows keep and from which addresses are made
 * @throws StorageError
 */
export async function saveImage(store: FileStore, made: ProcessedImage): Promise<string> {
  const key = createImageKey(made.width, made.height);
  try {
    for (const { width, bytes } of made.files)
      await store.put(`${key}/${width}.webp`, bytes, IMAGE_TYPE);
    if (made.shared) await store.put(`${key}/${SOCIAL_IMAGE.file}`, made.shared, SOCIAL_IMAGE.type);
  } catch (error) {
    // What cannot be removed now either is left to the sweep of files that no row names.
    await store.remove(key).catch(() => undefined);
    throw error;
  }
  return key;
}
