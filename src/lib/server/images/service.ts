import { availableWidths, IMAGE_WIDTHS, imageSize, SOCIAL_IMAGE } from '#lib/contract/images.ts';
import type { Ctx, Services } from '#lib/server/context.ts';
import { type FileStore, rootKeyOf, type StoredFile } from '#lib/server/storage/file-store.ts';
import { saveImage } from '#lib/server/storage/image-files.ts';

import { processCover, processImage } from './process-image.ts';
import { listUsedKeys } from './queries.ts';

// An upload writes its files a moment before its row: only what is older can be an orphan.
const GRACE_MS = 3_600_000;
const BATCH = 200;

/** Removes pictures with all their sizes, and documents. @param keys of them, as rows call them */
async function deleteImages(files: FileStore, keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => files.remove(key)));
}

/**
 * Removes pictures that nothing names any more. One that cannot be removed now is the sweep's: it must not hide what
 * happened before.
 */
export async function deleteImagesQuietly(
  { files, log, requestId }: Services & Partial<Ctx>,
  keys: string[],
): Promise<void> {
  await deleteImages(files, keys).catch((error: unknown) => {
    log.warn({ event: 'image_cleanup_failed', requestId, error });
  });
}

/** A picture as it was sent. */
export interface UploadedImage {
  /** the declared type */
  type: string;
  bytes: Uint8Array;
  /** the file's name where it comes from */
  name: string;
}

/**
 * Keeps pictures; if one fails, none stays.
 * @param cover the one of them that is a resource's cover
 * @returns their keys, in the same order
 * @throws ImageRejectedError; QueueFullError; StorageError
 */
export async function storeImages(
  services: Services & Partial<Ctx>,
  sent: UploadedImage[],
  cover?: UploadedImage,
): Promise<string[]> {
  const keys: string[] = [];
  try {
    for (const each of sent) {
      const make = each === cover ? processCover : processImage;
      const made = await make(each.bytes, each.type, each.name);
      keys.push(await saveImage(services.files, made));
    }
    return keys;
  } catch (error) {
    await deleteImagesQuietly(services, keys);
    throw error;
  }
}

/**
 * Finds a stored file. A picture from when there were fewer widths answers with its next larger one, a cover from
 * before `SHARED` with its largest.
 * @param key as it stands in an address
 * @returns null when there is none
 * @throws StorageError
 */
export async function findStoredFile({ files }: Services, key: string): Promise<StoredFile | null> {
  const file = await files.get(key);
  const [picture = '', name = ''] = key.split('/');
  const asked = IMAGE_WIDTHS.find((width) => name === `${width}.webp`);
  if (file || !(asked || name === SOCIAL_IMAGE.file)) return file;
  const kept = availableWidths(imageSize(picture).width, IMAGE_WIDTHS);
  const larger = asked ? kept.find((width) => width > asked) : kept.at(-1);
  return larger ? files.get(`${picture}/${larger}.webp`) : null;
}

async function removeUnused({ db, files, log }: Services, keys: string[]): Promise<void> {
  const used = await listUsedKeys(db, keys);
  const orphans = keys.filter((key) => !used.has(key));
  if (orphans.length === 0) return;
  await deleteImages(files, orphans);
  log.info({ event: 'orphaned_images_deleted', images: orphans.length });
}

/** Removes the files that no row names: what a crash between file and row left behind, or was replaced. */
export async function deleteOrphanedImages(services: Services): Promise<void> {
  const before = services.now() - GRACE_MS;
  let batch = new Set<string>();
  for await (const { key, modified } of services.files.list()) {
    if (modified.getTime() < before) batch.add(rootKeyOf(key));
    if (batch.size < BATCH) continue;
    await removeUnused(services, [...batch]);
    batch = new Set();
  }
  if (batch.size > 0) await removeUnused(services, [...batch]);
}
