import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { UPLOAD } from '#lib/contract/images.ts';
import { type DraftFormContent, sentFrom } from '#lib/contract/library/draft-form.ts';
import { DraftInput, type Guide } from '#lib/contract/library/resource-drafts.ts';
import { STAFF_GUIDES_PATH, staffGuidePath } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { fieldError, notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { limitConcurrentUploads } from '#lib/server/platform/http/middleware/limit-uploads.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import {
  appendImage,
  applyAction,
  DRAFT_FIELDS,
  readDraftForm,
  writeDraftForm,
} from './draft-form.ts';
import { addImage, createDraft, deleteDraft, restoreGuide, saveDraft } from './drafts.ts';
import { publishGuide, unpublishGuide } from './publishing.ts';

const MEGABYTE = 1024 * 1024;

const UPLOAD_LIMITS = {
  files: 1,
  tooManyFiles: 'image_required',
  fileBytes: UPLOAD.maxBytes,
  textBytes: 64 * 1024,
  totalBytes: UPLOAD.maxBytes + MEGABYTE,
  fileField: 'image',
  textFields: DRAFT_FIELDS,
} as const;

/** What follows once the draft is saved. @returns the path to go on to */
const AFTER_SAVE: Record<string, (ctx: Ctx, guide: Guide) => Promise<string>> = {
  async publish(ctx, { guide_id, version }) {
    await publishGuide(ctx, guide_id, version);
    return `${staffGuidePath(guide_id)}?done=published`;
  },
  async unpublish(ctx, { guide_id }) {
    await unpublishGuide(ctx, guide_id);
    return `${staffGuidePath(guide_id)}?done=unpublished`;
  },
  preview: async (_, { guide_id }) => `${staffGuidePath(guide_id)}/preview`,
  save: async (_, { guide_id }) => `${staffGuidePath(guide_id)}?done=saved`,
};

/** What changes the parts of a guide, and shows its form again: but for a new cover, of what follows the dot. */
const EDITS = ['add.', 'cover', 'cover.', 'down.', 'remove.', 'up.'];

/** Stores the image of the form, as the cover or at the end. */
async function placeImage(
  ctx: Ctx,
  { values, files, id }: SentForm,
  content: DraftFormContent,
): Promise<DraftFormContent> {
  const action = values.get('action');
  const [upload] = files;
  if (!upload && (action === 'cover' || action === 'add.image'))
    throw fieldError('image', 'image_required');
  if (!upload) return content;
  const url = await addImage(ctx, id, upload);
  if (action === 'cover') return { ...content, cover: url };
  return appendImage(content, url, values.get('new_alt') ?? '');
}

/** @throws AppError draft_changed, and invalid with what is missing */
async function changeGuide(ctx: Ctx, form: SentForm): Promise<string> {
  const { values } = form;
  const id = toId(form.id);
  if (!id) throw notFound('draft');
  const action = values.get('action') ?? '';
  const version = Number(values.get('version'));
  const applied = applyAction(readDraftForm(values), action);
  const content = await placeImage(ctx, { ...form, id }, applied.content);
  // When it is rejected, the page shows what the button did.
  writeDraftForm(values, content);
  const { title, cover, blocks } = content;
  const page = values.get('page') || undefined;
  const input = { version, page, title, cover: cover || null, blocks };
  const guide = await saveDraft(ctx, id, parse(DraftInput, input), page && sentFrom(page));
  const focus = form.files.length > 0 ? blocks.length - 1 : applied.focus;
  if (focus !== null) return `${staffGuidePath(id)}#part-${focus + 1}`;
  const goOn = Object.hasOwn(AFTER_SAVE, action) ? AFTER_SAVE[action] : undefined;
  return goOn ? goOn(ctx, guide) : staffGuidePath(id);
}

async function removeDraft(ctx: Ctx, { id: param, values }: SentForm): Promise<string> {
  const id = toId(param);
  if (!id) throw notFound('draft');
  await deleteDraft(ctx, id, Number(values.get('version')));
  return STAFF_GUIDES_PATH;
}

const ACTIONS = {
  ...Object.fromEntries(
    [...Object.keys(AFTER_SAVE), ...EDITS].map((name) => [name, changeGuide] as const),
  ),
  delete: removeDraft,
};

const create = async (ctx: Ctx): Promise<string> => staffGuidePath(await createDraft(ctx));

const LIST_ACTIONS = {
  create,
  async 'restore.'(ctx: Ctx, { values }: SentForm) {
    const id = toId(values.get('guide_id') ?? '');
    if (!id) throw notFound('draft');
    return `${staffGuidePath((await restoreGuide(ctx, id)).guide_id)}?done=restored`;
  },
};

/** The plain forms of the pages of guides. */
export const guideForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/', handleForms(render, LIST_ACTIONS))
    .post('/:id', limitConcurrentUploads, handleForms(render, ACTIONS, { upload: UPLOAD_LIMITS }));
