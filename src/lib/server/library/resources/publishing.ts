import type * as z from 'zod/mini';

import { imageKeyOf } from '#lib/contract/images.ts';
import {
  type DraftContent,
  type Guide,
  OperatorContent,
  PublishableContent,
} from '#lib/contract/library/resource-drafts.ts';
import { addSearchTerms } from '#lib/server/forum/text-search/term-queries.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { fieldError, notFound, validationError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { draftChanged, loadGuide, rejectLanguage } from './drafts.ts';
import * as queries from './queries.ts';
import { listTranslations } from './read-queries.ts';

function requireComplete(
  schema: { safeParse: typeof PublishableContent.safeParse },
  content: DraftContent,
): DraftContent {
  const { success, data, error } = schema.safeParse(content, { reportInput: true });
  if (!success) throw validationError((error as z.core.$ZodError).issues);
  return data;
}

const targetOf = (id: string) => ({ targetType: 'resource', targetId: id }) as const;

/** Writes published content in a transaction that invalidates its pages. */
export async function writePublished(
  { now }: Services,
  tx: Executor,
  id: string,
  { title, language, translation_of, cover, blocks }: DraftContent,
): Promise<void> {
  // An open editor page may still show images of the previous version.
  await queries.upsertImages(tx, id, await queries.listGuideImages(tx, id), now());
  const cover_key = imageKeyOf(cover ?? '');
  await queries.upsertResource(tx, { id, title, language, translation_of, cover_key }, now());
  await addSearchTerms(tx, title);
  const rows = blocks.map((block, position) => ({
    id: newId(),
    position,
    type: block.type,
    content: block.type === 'image' ? imageKeyOf(block.content) : block.content,
    alt: block.type === 'image' ? block.alt || null : null,
  }));
  await queries.replaceBlocks(tx, id, rows);
}

/**
 * Notifies members only when a guide is first published, in its original language.
 * @param actorId the staff member; null for an operator's command
 */
async function publish(
  services: Services,
  tx: Executor,
  actorId: string | null,
  { guide, content }: { guide: Guide; content: DraftContent },
): Promise<void> {
  const { guide_id: id, version, published_date } = guide;
  await queries.lockTranslations(tx, content.translation_of ?? id);
  // A resource that was never edited has no draft.
  const isLatest = await queries.updateDraft(tx, { id, published_version: version }, version);
  if (version > 0 && !isLatest) throw draftChanged((await loadGuide(tx, id)).guide);
  await rejectLanguage(tx, id, content);
  const translations = await listTranslations(tx, { id, ...content });
  if (translations.some(({ language }) => language === content.language))
    throw fieldError('language', 'guide_language_taken');
  await writePublished(services, tx, id, content);
  // Translations are not announced.
  if (published_date === null && translations.length === 0) {
    const { title } = content;
    await services.notify(tx, { event: 'guide_published', guideId: id, title });
  }
  const act = published_date === null ? 'resource.published' : 'resource.replaced';
  await recordAct(tx, { actorId, act, ...targetOf(id), details: { version } });
}

/**
 * Publishes a guide, or the changes of a published one, whose date stays.
 * @param version the version that staff have reviewed
 */
export function publishGuide(ctx: Ctx, id: string, version: number): Promise<Guide> {
  return transact(ctx, { invalidates: ['eduhub'] }, async (tx) => {
    const { id: actorId } = await lockStaffViewer(ctx, tx, 'resource.published');
    const { guide } = await loadGuide(tx, id);
    if (guide.version !== version) throw draftChanged(guide);
    const content = requireComplete(PublishableContent, guide);
    await publish(ctx, tx, actorId, { guide, content });
    return (await loadGuide(tx, id)).guide;
  });
}

/** Hides a guide from guests; its draft stays. Repeating changes nothing. */
export function unpublishGuide(ctx: Ctx, id: string): Promise<Guide> {
  return transact(ctx, { invalidates: ['eduhub'] }, async (tx) => {
    const { id: actorId } = await lockStaffViewer(ctx, tx, 'resource.unpublished');
    await loadGuide(tx, id);
    if (await queries.unpublishResource(tx, id))
      await recordAct(tx, { actorId, act: 'resource.unpublished', ...targetOf(id) });
    return (await loadGuide(tx, id)).guide;
  });
}

/**
 * Publishes a draft for an operator, and notifies all members the first time.
 * @returns its title
 */
export function publishDraft(services: Services, id: string): Promise<string> {
  return transact(services, { invalidates: ['eduhub'] }, async (tx) => {
    const { guide } = await loadGuide(tx, id);
    if (guide.published_date !== null) throw notFound('draft');
    const content = requireComplete(OperatorContent, guide);
    await publish(services, tx, null, { guide, content });
    return guide.title;
  });
}
