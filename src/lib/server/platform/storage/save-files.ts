import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { SOCIAL_IMAGE } from '#lib/contract/images.ts';
import type { ProcessedImage } from '#lib/server/platform/images/convert-image.ts';

import { DOCUMENT_TYPE, type FileStore, IMAGE_TYPE } from './file-store.ts';

const REMOVE_MS = 1000;

/** @returns 128 random bits, so that keys cannot be guessed */
const randomKey = (): string => randomBytes(16).toString('base64url');

/**
 * Stores a PDF under a new key.
 * @returns the key
 * @throws StorageError
 */
export async function saveDocument(store: FileStore, bytes: Uint8Array): Promise<string> {
  const key = `${randomKey()}.pdf`;
  await store.put(key, bytes, DOCUMENT_TYPE);
  return key;
}

/**
 * Creates a new key that contains the size, for layouts.
 * @param width of the largest size, in pixels
 * @param height of the largest size, in pixels
 */
export const createImageKey = (width: number, height: number): string =>
  `${randomKey()}-${width}x${height}`;

/**
 * Stores an image in every size under a new key: all or none.
 * @returns the key
 * @throws StorageError
 */
export async function saveImage(store: FileStore, image: ProcessedImage): Promise<string> {
  const key = createImageKey(image.width, image.height);
  const puts = image.files.map(({ width, bytes }) =>
    store.put(`${key}/${width}.webp`, bytes, IMAGE_TYPE),
  );
  if (image.shared)
    puts.push(store.put(`${key}/${SOCIAL_IMAGE.file}`, image.shared, SOCIAL_IMAGE.type));
  const failed = (await Promise.allSettled(puts)).find(({ status }) => status === 'rejected');
  if (!failed) return key;
  const { reason } = failed as PromiseRejectedResult;
  // The visitor does not wait long: the cleanup deletes the rest.
  await Promise.race([store.remove(key).catch(() => {}), delay(REMOVE_MS)]);
  throw reason;
}
