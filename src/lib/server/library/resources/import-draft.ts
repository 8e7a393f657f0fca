import { imageKeyOf, largestImageUrl } from '#lib/contract/images.ts';
import type { DraftContent, ResourceDraft } from '#lib/contract/library/resource-drafts.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import {
  deleteImagesQuietly,
  storeImages,
  transactWithImages,
  type UploadedImage,
} from '#lib/server/platform/images/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { loadGuide } from './drafts.ts';
import { writePublished } from './publishing.ts';
import * as drafts from './queries.ts';
import { imageUrlsOf, toDraftColumns } from './to-guide.ts';

/** A draft's images by name. */
export type DraftImages = ReadonlyMap<string, UploadedImage>;

/** The content of a guide in an operator's file. */
type WrittenContent = Omit<DraftContent, 'language' | 'translation_of'>;

/** Stores a draft's images. @returns their keys, and the draft with their URLs */
async function storeDraftImages(
  services: Services,
  { title, cover, blocks }: ResourceDraft,
  images: DraftImages,
): Promise<{ keys: string[]; content: WrittenContent }> {
  const names = [...images.keys()];
  const keys = await storeImages(services, [...images.values()], [images.get(cover)]);
  const urlOf = (name: string) => largestImageUrl(keys[names.indexOf(name)] as string);
  const withUrls = blocks.map((block) =>
    block.type === 'image'
      ? { ...block, content: urlOf(block.content), alt: block.alt ?? '' }
      : block,
  );
  return { keys, content: { title, cover: urlOf(cover), blocks: withUrls } };
}

const actOn = (id: string) => ({ actorId: null, targetType: 'resource', targetId: id }) as const;

/** The columns of a draft that no member has saved. */
const BY_OPERATOR = { saved_from: null, updated_by: null };

/**
 * Adds a draft, which only staff can see.
 * @returns its id
 */
export async function addDraft(
  services: Services,
  draft: ResourceDraft,
  images: DraftImages,
): Promise<string> {
  const id = newId();
  const { keys, content } = await storeDraftImages(services, draft, images);
  const columns = toDraftColumns({ ...content, language: SOURCE, translation_of: null });
  const row = { id, ...columns, ...BY_OPERATOR, updated_at: services.now() };
  await transactWithImages(services, keys, { invalidates: [] }, async (tx) => {
    await drafts.insertDraft(tx, { ...row, version: 1, published_version: null });
    await drafts.upsertImages(tx, id, keys, services.now());
    await recordAct(tx, { act: 'resource.added', ...actOn(id) });
  });
  return id;
}

/** @returns the keys of the replaced images */
async function replaceContent(
  services: Services,
  tx: Executor,
  id: string,
  written: WrittenContent,
): Promise<string[]> {
  if (!(await drafts.findGuide(tx, id))) throw notFound('resource');
  const { guide } = await loadGuide(tx, id);
  const { language, translation_of } = guide;
  const content = { ...written, language, translation_of };
  const previous = await drafts.listGuideImages(tx, id);
  const version = guide.version + 1;
  const isPublished = guide.published_date !== null;
  const row = {
    ...toDraftColumns(content),
    ...BY_OPERATOR,
    version,
    published_version: isPublished ? version : null,
    updated_at: services.now(),
  };
  if (guide.version === 0) await drafts.insertDraft(tx, { id, ...row });
  else await drafts.updateDraft(tx, { id, ...row }, guide.version);
  if (isPublished) await writePublished(services, tx, id, content);
  await drafts.deleteImages(tx, previous);
  await drafts.upsertImages(tx, id, imageUrlsOf(content).map(imageKeyOf), services.now());
  await recordAct(tx, { act: 'resource.replaced', ...actOn(id), details: { version } });
  return previous;
}

/** Replaces a resource's text and images, also in its draft. Sends no notifications, and keeps the date. */
export async function replaceResource(
  services: Services,
  id: string,
  draft: ResourceDraft,
  images: DraftImages,
): Promise<void> {
  const { keys, content } = await storeDraftImages(services, draft, images);
  const invalidates = { invalidates: ['eduhub' as const] };
  const previous = await transactWithImages(services, keys, invalidates, (tx) =>
    replaceContent(services, tx, id, content),
  );
  await deleteImagesQuietly(services, previous);
}
