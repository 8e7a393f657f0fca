import type { ResourceDraft } from '#lib/contract/resource-drafts.ts';
import { recordAct } from '#lib/server/audit-log/record-act.ts';
import type { Services } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { notFound } from '#lib/server/errors.ts';
import {
  deleteImagesQuietly,
  storeImages,
  transactWithImages,
  type UploadedImage,
} from '#lib/server/images/service.ts';
import { newId } from '#lib/server/new-id.ts';
import { notifyResourcePublished } from '#lib/server/notifications/notify.ts';
import { addSearchTerms } from '#lib/server/search/term-queries.ts';

import * as queries from './publishing-queries.ts';

/** A draft's images by name. */
export type DraftImages = ReadonlyMap<string, UploadedImage>;

/** Stores a draft's images. @returns their keys, and the rows that name them */
async function storeDraftImages(
  services: Services,
  { title, cover, blocks }: ResourceDraft,
  images: DraftImages,
) {
  const names = [...images.keys()];
  const keys = await storeImages(services, [...images.values()], images.get(cover));
  const keyOf = (name: string) => keys[names.indexOf(name)] as string;
  const rows = blocks.map(({ type, content }, position) => {
    const value = type === 'image' ? keyOf(content) : content;
    return { id: newId(), position, type, content: value };
  });
  return { keys, row: { title, cover_key: keyOf(cover) }, blocks: rows };
}

/**
 * Adds a draft, which only staff see.
 * @param actorId the member of staff; null, the default, for an operator's command
 * @returns its id
 * @throws AppError of images
 */
export async function addDraft(
  services: Services,
  draft: ResourceDraft,
  images: DraftImages,
  actorId: string | null = null,
): Promise<string> {
  const id = newId();
  const { keys, row, blocks } = await storeDraftImages(services, draft, images);
  await transactWithImages(services, keys, { invalidates: [] }, async (tx) => {
    await queries.insertDraft(tx, { id, ...row, published_at: null });
    await addSearchTerms(tx, row.title);
    await queries.replaceBlocks(tx, id, blocks);
    await recordAct(tx, { actorId, act: 'resource.added', targetType: 'resource', targetId: id });
  });
  return id;
}

/**
 * Replaces a resource's text and images. No one is notified, and its date stays.
 * @param actorId the member of staff; null, the default, for an operator's command
 * @throws AppError resource_not_found, and those of images
 */
export async function replaceResource(
  services: Services,
  id: string,
  draft: ResourceDraft,
  images: DraftImages,
  actorId: string | null = null,
): Promise<void> {
  const { keys, row, blocks } = await storeDraftImages(services, draft, images);
  const previousKeys = await transactWithImages(
    services,
    keys,
    { invalidates: ['eduhub'] },
    async (tx) => {
      const previous = await queries.listImageKeys(tx, id);
      if (!(await queries.updateDraft(tx, id, row))) throw notFound('resource');
      await addSearchTerms(tx, row.title);
      await queries.replaceBlocks(tx, id, blocks);
      const target = { targetType: 'resource', targetId: id } as const;
      await recordAct(tx, { actorId, act: 'resource.replaced', ...target });
      return previous;
    },
  );
  await deleteImagesQuietly(services, previousKeys);
}

/**
 * Publishes a draft and notifies everyone.
 * @param actorId the member of staff; null, the default, for an operator's command
 * @returns its title
 * @throws AppError draft_not_found
 */
export function publishDraft(
  services: Services,
  id: string,
  actorId: string | null = null,
): Promise<string> {
  return transact(services, { invalidates: ['eduhub'] }, async (tx) => {
    const resource = await queries.publishDraft(tx, id, services.now());
    if (!resource) throw notFound('draft');
    await notifyResourcePublished(services, tx, { id, title: resource.title });
    const target = { targetType: 'resource', targetId: id } as const;
    await recordAct(tx, { actorId, act: 'resource.published', ...target });
    return resource.title;
  });
}
