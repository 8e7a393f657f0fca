import type { ResourceDraft } from '#lib/contract/resource-drafts.ts';
import type { Services } from '#lib/server/context.ts';
import { isDatabaseError } from '#lib/server/db/database-error.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { transact, type TransactionOptions } from '#lib/server/db/transact.ts';
import { notFound } from '#lib/server/errors.ts';
import {
  deleteImagesQuietly,
  storeImages,
  type UploadedImage,
} from '#lib/server/images/service.ts';
import { newId } from '#lib/server/new-id.ts';
import { notifyResourcePublished } from '#lib/server/notifications/notify.ts';

import * as queries from './publishing-queries.ts';

/** A draft's images by name. */
export type DraftImages = ReadonlyMap<string, UploadedImage>;

/** A draft whose images are stored. */
interface StoredDraft {
  row: { title: string; cover_key: string };
  blocks: queries.NewBlock[];
}

/** Stores the images, then the rows; a failure removes the images. */
async function storeDraft<T>(
  services: Services,
  { title, cover, blocks }: ResourceDraft,
  images: DraftImages,
  options: TransactionOptions,
  work: (tx: Executor, stored: StoredDraft) => Promise<T>,
): Promise<T> {
  const names = [...images.keys()];
  const keys = await storeImages(services, [...images.values()], images.get(cover));
  const keyOf = (name: string) => keys[names.indexOf(name)] as string;
  const rows = blocks.map(({ type, content }, position) => {
    const value = type === 'image' ? keyOf(content) : content;
    return { id: newId(), position, type, content: value };
  });
  const stored = { row: { title, cover_key: keyOf(cover) }, blocks: rows };
  try {
    return await transact(services, options, (tx) => work(tx, stored));
  } catch (error) {
    // An unreachable database may have committed: a cleanup deletes the files if not.
    if (!isDatabaseError(error, 'unreachable')) await deleteImagesQuietly(services, keys);
    throw error;
  }
}

/**
 * Adds a draft, which only staff see.
 * @returns its id
 * @throws AppError of images
 */
export async function addDraft(
  services: Services,
  draft: ResourceDraft,
  images: DraftImages,
): Promise<string> {
  const id = newId();
  await storeDraft(services, draft, images, { invalidates: [] }, async (tx, { row, blocks }) => {
    await queries.insertDraft(tx, { id, ...row, published_at: null });
    await queries.replaceBlocks(tx, id, blocks);
  });
  return id;
}

/**
 * Replaces a resource's text and images. No one is notified, and its date stays.
 * @throws AppError resource_not_found, and those of images
 */
export async function replaceResource(
  services: Services,
  id: string,
  draft: ResourceDraft,
  images: DraftImages,
): Promise<void> {
  const options: TransactionOptions = { invalidates: ['eduhub'] };
  const previousKeys = await storeDraft(services, draft, images, options, async (tx, stored) => {
    const { row, blocks } = stored;
    const keys = await queries.listImageKeys(tx, id);
    if (!(await queries.updateDraft(tx, id, row))) throw notFound('resource');
    await queries.replaceBlocks(tx, id, blocks);
    return keys;
  });
  await deleteImagesQuietly(services, previousKeys);
}

/**
 * Publishes a draft and notifies everyone.
 * @returns its title
 * @throws AppError draft_not_found
 */
export async function publishDraft(services: Services, id: string): Promise<string> {
  const title = await transact(services, { invalidates: ['eduhub'] }, async (tx) => {
    const resource = await queries.publishDraft(tx, id, services.now());
    if (!resource) throw notFound('draft');
    await notifyResourcePublished(services, tx, { id, title: resource.title });
    return resource.title;
  });
  return title;
}
