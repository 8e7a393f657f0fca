import { imageKeyOf, largestImageUrl } from '#lib/contract/images.ts';
import type { LanguageChoices } from '#lib/contract/library/draft-form.ts';
import {
  DELETED_GUIDE_DAYS,
  type DeletedGuidePage,
  type DraftContent,
  type DraftInput,
  type Guide,
  type GuidePage,
} from '#lib/contract/library/resource-drafts.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { catalogues } from '#lib/messages/catalogues.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import { languageName } from '#lib/messages/names/language-name.ts';
import { t } from '#lib/messages/t.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError, nameField, notFound } from '#lib/server/platform/errors.ts';
import {
  storeImage,
  transactWithImages,
  type UploadedImage,
} from '#lib/server/platform/images/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';

import * as drafts from './queries.ts';
import { listBlocks } from './read-queries.ts';
import {
  contentOf,
  toDeletedGuide,
  toDraftColumns,
  toGuide,
  toGuideCard,
  imageUrlsOf,
} from './to-guide.ts';

const DAY_MS = 86_400_000;

/** Lists all guides for staff, newest first. */
export async function listGuides(ctx: Ctx, list: ListQuery): Promise<GuidePage> {
  requireStaffViewer(ctx);
  const rows = await drafts.listGuides(ctx.db, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  return { guides: items.map(toGuideCard), nextCursor };
}

/**
 * Finds a guide as staff edit it.
 * @returns the draft, or the published content if it was never edited; who saved it, and whether it was ever
 *   published
 */
export async function loadGuide(
  db: Executor,
  id: string,
): Promise<{ guide: Guide; savedFrom: string | null; wasPublished: boolean }> {
  const row = await drafts.findGuide(db, id);
  if (!row) throw notFound('draft');
  const blocks = row.version === null ? await listBlocks(db, id) : [];
  const wasPublished = row.published_title !== null;
  return { guide: toGuide(row, blocks), savedFrom: row.saved_from, wasPublished };
}

export async function getGuide(ctx: Ctx, id: string): Promise<Guide> {
  requireStaffViewer(ctx);
  return (await loadGuide(ctx.db, id)).guide;
}

/** The error when a change is based on an earlier version. */
export const draftChanged = (guide: Guide) => new AppError('draft_changed', {}, { current: guide });

/** Creates an empty guide. @returns its id */
export async function createDraft(ctx: Ctx): Promise<string> {
  const id = newId();
  const empty = toDraftColumns({
    title: '',
    language: SOURCE,
    translation_of: null,
    cover: null,
    blocks: [],
  });
  const unpublished = { published_version: null, saved_from: null };
  await transact(ctx, { invalidates: [] }, async (tx) => {
    const { id: actorId } = await lockStaffViewer(ctx, tx, 'resource.added');
    const saved = { version: 1, updated_by: actorId, updated_at: ctx.now() };
    await drafts.insertDraft(tx, { id, ...empty, ...unpublished, ...saved });
    await recordAct(tx, { actorId, act: 'resource.added', targetType: 'resource', targetId: id });
  });
  return id;
}

/** Rejects images that belong to other resources or to members. */
async function rejectOtherImages(tx: Executor, id: string, content: DraftContent): Promise<void> {
  const own = new Set(await drafts.listGuideImages(tx, id));
  const isOwn = (url: string) => own.has(imageKeyOf(url));
  if (content.cover && !isOwn(content.cover)) throw fieldError('cover', 'file_not_found');
  const at = content.blocks.findIndex(({ type, content: url }) => type === 'image' && !isOwn(url));
  if (at >= 0) throw fieldError(`blocks.${at}.content`, 'file_not_found');
}

/** Lists the possible originals of a translation: none if the guide itself has translations. */
async function listOriginals(db: Executor, id: string) {
  const all = await drafts.listTranslationChoices(db);
  if (all.some(({ translation_of }) => translation_of === id)) return [];
  return all.filter((each) => each.translation_of === null && each.id !== id);
}

export async function listLanguageChoices(ctx: Ctx, id: string): Promise<LanguageChoices> {
  requireStaffViewer(ctx);
  const originals = await listOriginals(ctx.db, id);
  return {
    languages: Object.keys(catalogues).map((code) => [code, languageName(code)]),
    originals: originals.map((each) => [each.id, each.title || t('guide.untitled')]),
  };
}

export async function rejectLanguage(
  tx: Executor,
  id: string,
  { language, translation_of }: DraftContent,
): Promise<void> {
  if (!Object.hasOwn(catalogues, language)) throw fieldError('language', 'guide_language_invalid');
  if (translation_of === null) return;
  const originals = await listOriginals(tx, id);
  if (!originals.some((each) => each.id === translation_of))
    throw fieldError('translation_of', 'translation_invalid');
}

/** @returns false when another change came first */
async function writeDraft(
  ctx: Ctx,
  tx: Executor,
  guide: Guide,
  { content, saved_from }: { content: DraftContent; saved_from: string | null },
): Promise<boolean> {
  const { guide_id: id, version } = guide;
  const by = { saved_from, updated_by: requireStaffViewer(ctx).id, updated_at: ctx.now() };
  const columns = { id, ...toDraftColumns(contentOf(content)), ...by, version: version + 1 };
  const images = [...imageUrlsOf(guide), ...imageUrlsOf(content)].map(imageKeyOf);
  await drafts.upsertImages(tx, id, images, ctx.now());
  if (version > 0) return drafts.updateDraft(tx, columns, version);
  // The published content was version 0.
  return drafts.insertDraft(tx, { ...columns, published_version: 0 });
}

/**
 * Saves a draft. Guests still read the published content.
 * @param savedFrom the editor page's id, or the result of `sentFrom`
 */
export async function saveDraft(
  ctx: Ctx,
  id: string,
  input: DraftInput,
  savedFrom = input.page ?? null,
): Promise<Guide> {
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'resource.saved');
    const { guide, savedFrom: before } = await loadGuide(tx, id);
    // The response to an identical request may have been lost.
    const { language = guide.language, translation_of = guide.translation_of } = input;
    const content = { ...input, language, translation_of };
    const isSame = JSON.stringify(contentOf(content)) === JSON.stringify(contentOf(guide));
    if (isSame) return guide;
    const isLatest = input.version === guide.version;
    const isOwn = input.page !== undefined && input.page === before;
    if (!isLatest && !isOwn) throw draftChanged(guide);
    await rejectOtherImages(tx, id, content);
    const isMoved = language !== guide.language || translation_of !== guide.translation_of;
    if (isMoved) await rejectLanguage(tx, id, content);
    const isWritten = await writeDraft(ctx, tx, guide, { content, saved_from: savedFrom });
    const saved = (await loadGuide(tx, id)).guide;
    if (!isWritten) throw draftChanged(saved);
    return saved;
  });
}

/**
 * Stores an image for a guide, so that its draft can refer to it.
 * @returns its URL
 */
export async function addImage(
  ctx: Ctx,
  id: string,
  upload: UploadedImage | undefined,
): Promise<string> {
  await getGuide(ctx, id);
  if (!upload) throw fieldError('image', 'image_required');
  // Stored like a cover, so that it also has the size for sharing.
  const key = await storeImage(ctx, upload, 'cover').catch((error: unknown) => {
    throw error instanceof AppError ? nameField(error, 'image') : error;
  });
  await transactWithImages(ctx, [key], { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'resource.saved');
    await drafts.upsertImages(tx, id, [key], ctx.now());
  });
  return largestImageUrl(key);
}

/**
 * Deletes a guide that is hidden from guests: it can be restored for 30 days. A guide that was published before
 * requires a fresh confirmation.
 */
export function deleteDraft(ctx: Ctx, id: string, version: number): Promise<void> {
  return transact(ctx, { invalidates: [] }, async (tx) => {
    const { id: actorId } = await lockStaffViewer(ctx, tx, 'resource.deleted');
    const { guide, wasPublished } = await loadGuide(tx, id);
    if (guide.state !== 'draft') throw new AppError('guide_published');
    if (guide.version !== version) throw draftChanged(guide);
    if (wasPublished) authorizeAct(ctx, 'resource.deleted_after_publication');
    await drafts.markDeleted(tx, { id, deleted_by: actorId, deleted_at: ctx.now() });
    await recordAct(tx, { actorId, act: 'resource.deleted', targetType: 'resource', targetId: id });
  });
}

/** Lists the deleted guides that can be restored, newest first. */
export async function listDeletedGuides(ctx: Ctx, list: ListQuery): Promise<DeletedGuidePage> {
  requireStaffViewer(ctx);
  const rows = await drafts.listDeletedGuides(ctx.db, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  return { guides: items.map(toDeletedGuide), nextCursor };
}

/** Restores a deleted guide as a draft. */
export function restoreGuide(ctx: Ctx, id: string): Promise<Guide> {
  return transact(ctx, { invalidates: [] }, async (tx) => {
    const { id: actorId } = await lockStaffViewer(ctx, tx, 'resource.restored');
    if (!(await drafts.unmarkDeleted(tx, id))) throw notFound('draft');
    await recordAct(tx, {
      actorId,
      act: 'resource.restored',
      targetType: 'resource',
      targetId: id,
    });
    return (await loadGuide(tx, id)).guide;
  });
}

/** Permanently deletes guides that were deleted 30 days ago. */
export async function deleteOldGuides(services: Services): Promise<void> {
  const before = services.now() - DELETED_GUIDE_DAYS * DAY_MS;
  for (const { id } of await drafts.listDeletedBefore(services.db, before))
    await transact(services, { invalidates: [] }, (tx) => drafts.deleteGuide(tx, id));
}

const UNUSED_IMAGES_MS = 30 * DAY_MS;

/** Leaves images that no draft has used for a month to the cleanup of files. */
export const deleteUnusedImages = ({ db, now }: Services): Promise<void> =>
  drafts.deleteUnusedImages(db, now() - UNUSED_IMAGES_MS);
