import type { Post } from '#lib/contract/forum/posts.ts';
import {
  availableWidths,
  IMAGE_WIDTHS,
  imageSize,
  largestImageUrl,
  SOCIAL_IMAGE,
} from '#lib/contract/images.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import { isDatabaseError } from '#lib/server/platform/db/database-error.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact, type TransactionOptions } from '#lib/server/platform/db/transact.ts';
import { AppError, nameField } from '#lib/server/platform/errors.ts';
import {
  type FileStore,
  isFileKey,
  rootKeyOf,
  StorageError,
  type StoredFile,
} from '#lib/server/platform/storage/file-store.ts';
import { saveImage } from '#lib/server/platform/storage/save-files.ts';
import { isUnavailable } from '#lib/server/platform/to-app-error.ts';

import type { ImageUsage, ProcessedImage } from './convert-image.ts';
import { LIMITS } from './limits.ts';
import { type ImageClient, processImage, type UploadedImage } from './process-image.ts';
import { findQuarantineOf, isDraftFile, listUsedKeys, splitAttachments } from './queries.ts';

/**
 * @param lines in the format of `ATTACHMENTS`
 * @returns the images' URLs, and their descriptions if there are any
 */
export function toAttachments(lines: string | null): Pick<Post, 'attachments' | 'attachment_alts'> {
  const images = splitAttachments(lines);
  const attachments = images.map(({ image_key }) => largestImageUrl(image_key));
  const attachment_alts = images.map(({ alt }) => alt ?? '');
  return attachment_alts.some(Boolean) ? { attachments, attachment_alts } : { attachments };
}

export type { UploadedImage } from './process-image.ts';

// Uploads write files before their row, so newer files may not be orphans.
const MIN_ORPHAN_AGE_MS = 3_600_000;
const BATCH_SIZE = 200;

/** The uploader: a member with a request's context, or an operator. */
type Uploader = Services & Partial<Ctx>;

/** Deletes documents, and images in all sizes. */
async function deleteFiles(files: FileStore, keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => files.remove(key)));
}

/**
 * Deletes images that rows do not refer to. A failure is only logged, so that it does not hide an earlier error; the
 * cleanup deletes the rest.
 */
export async function deleteImagesQuietly(
  { files, log, requestId }: Uploader,
  keys: string[],
): Promise<void> {
  await deleteFiles(files, keys).catch((error: unknown) => {
    log.warn({ event: 'image_cleanup_failed', requestId, error });
  });
}

/**
 * Runs a function that writes rows with new images. When it fails, the images are deleted; while the database is
 * down, or after a commit that may have succeeded, the cleanup does it, since it checks the rows first.
 */
export async function writeWithImages<T>(
  services: Uploader,
  keys: string[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDatabaseError(error, 'unavailable', 'uncertain'))
      await deleteImagesQuietly(services, keys);
    throw error;
  }
}

/** Like `writeWithImages`, in a transaction. */
export const transactWithImages = <T>(
  services: Uploader,
  keys: string[],
  options: TransactionOptions,
  work: (tx: Executor) => Promise<T>,
): Promise<T> => writeWithImages(services, keys, () => transact(services, options, work));

/** @returns the client that waits for an upload: members take turns, operators do not */
const toClient = ({ viewer, hasLeft }: Uploader): ImageClient | undefined =>
  viewer && hasLeft ? { key: viewer.id, hasLeft } : undefined;

const kilobytesOf = ({ files, shared }: ProcessedImage): number =>
  [...files.map(({ bytes }) => bytes), ...(shared ? [shared] : [])].reduce(
    (sum, { length }) => sum + Math.ceil(length / 1024),
    0,
  );

/**
 * Processes and stores an image, within its member's daily limit.
 * @returns its key
 * @throws AppError see `processImage`; also rate_limited when the member has stored too much
 * @throws StorageError
 */
export async function storeImage(
  services: Uploader,
  upload: UploadedImage,
  usage: ImageUsage,
): Promise<string> {
  const { limits, viewer, files } = services;
  const image = await processImage(upload, usage, toClient(services));
  if (viewer) await limits.consume(LIMITS.storeImages, viewer.id, kilobytesOf(image));
  return saveImage(files, image);
}

/**
 * Processes and stores images: all or none.
 * @param covers images that are also stored for shared links
 * @returns their keys, in order
 * @throws AppError see `storeImage`
 * @throws StorageError
 */
export async function storeImages(
  services: Uploader,
  uploads: UploadedImage[],
  covers: readonly (UploadedImage | undefined)[] = [],
): Promise<string[]> {
  const keys: string[] = [];
  try {
    for (const [i, upload] of uploads.entries()) {
      const usage = covers.includes(upload) ? 'cover' : 'post';
      const stored = storeImage(services, upload, usage).catch((error: unknown) => {
        throw error instanceof AppError ? nameField(error, `attachments.${i}`) : error;
      });
      keys.push(await stored);
    }
    return keys;
  } catch (error) {
    // An unreachable store would fail again, and the visitor waits.
    const isAway = error instanceof StorageError && !error.isFull;
    if (!isAway) await deleteImagesQuietly(services, keys);
    throw error;
  }
}

/**
 * Finds a stored file. Images stored before a width was added fall back to the next larger one, covers without
 * `SOCIAL_IMAGE` to their largest.
 * @param key from the URL
 * @throws StorageError
 */
export async function findStoredFile({ files }: Services, key: string): Promise<StoredFile | null> {
  const file = await files.get(key);
  const [imageKey = '', name = ''] = key.split('/');
  const requested = IMAGE_WIDTHS.find((width) => name === `${width}.webp`);
  if (file || !(requested || name === SOCIAL_IMAGE.file)) return file;
  const widths = availableWidths(imageSize(imageKey).width, IMAGE_WIDTHS);
  const larger = requested ? widths.find((width) => width > requested) : widths.at(-1);
  return larger ? files.get(`${imageKey}/${larger}.webp`) : null;
}

async function deleteUnused({ db, files, log }: Services, keys: string[]): Promise<void> {
  const used = await listUsedKeys(db, keys);
  const orphans = keys.filter((key) => !used.has(key));
  if (orphans.length === 0) return;
  await deleteFiles(files, orphans);
  log.info({ event: 'orphaned_files_deleted', images: orphans.length });
}

/** Deletes files that rows do not refer to: left from a crash between file and row, or replaced. */
export async function deleteOrphanedFiles(services: Services): Promise<void> {
  const newest = services.now() - MIN_ORPHAN_AGE_MS;
  let batch = new Set<string>();
  for await (const { key, modified } of services.files.list()) {
    if (modified.getTime() < newest) batch.add(rootKeyOf(key));
    if (batch.size < BATCH_SIZE) continue;
    await deleteUnused(services, [...batch]);
    batch = new Set();
  }
  if (batch.size > 0) await deleteUnused(services, [...batch]);
}

/** While the database is down, images of pages that are still shown are served without caching. */
const nullWhenAway = (error: unknown): null => {
  if (isUnavailable(error)) return null;
  throw error;
};

/** A file to serve. */
interface Media {
  file: StoredFile;
  /** whether everyone may see it; otherwise no cache may store it */
  isPublic: boolean;
}

/**
 * Finds the file of a URL. Images of removed content, and unpublished files of staff, are only for staff; images of a
 * pending post also for its author.
 * @param key from the URL
 * @returns null when it does not exist, or the viewer may not see it
 * @throws StorageError
 */
export async function findMedia(ctx: Ctx, key: string): Promise<Media | null> {
  if (!isFileKey(key)) return null;
  const root = rootKeyOf(key);
  const isStaff = ctx.viewer?.role === 'staff';
  const isDraft = await isDraftFile(ctx.db, root).catch(nullWhenAway);
  if (isDraft && !isStaff) return null;
  const hidden = await findQuarantineOf(ctx.db, root).catch(nullWhenAway);
  const isOwn = hidden?.decision_id === null && hidden.member_id === ctx.viewer?.id;
  if (hidden && !isOwn && !isStaff) return null;
  const file = await findStoredFile(ctx, key);
  return file && { file, isPublic: hidden === undefined && isDraft === false };
}
