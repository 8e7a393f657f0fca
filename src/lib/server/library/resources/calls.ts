import { Hono } from 'hono';
import * as z from 'zod/mini';

import { UPLOAD } from '#lib/contract/images.ts';
import { languageInput, sentFrom } from '#lib/contract/library/draft-form.ts';
import {
  DraftContent,
  DraftInput,
  DraftVersion,
  type Guide,
  GuideList,
} from '#lib/contract/library/resource-drafts.ts';
import {
  Resource,
  ResourcePage,
  ResourceQuery,
  RESOURCES_FRESH_SECONDS,
} from '#lib/contract/library/resources.ts';
import { STAFF_GUIDES_PATH, staffGuidePath } from '#lib/contract/paths.ts';
import { LIMITS as SEARCH_LIMITS } from '#lib/server/forum/search/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { limitConcurrentUploads } from '#lib/server/platform/http/middleware/limit-requests.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';
import { IMAGE_REJECTIONS } from '#lib/server/platform/images/inspect-image.ts';
import { LIMITS as IMAGE_LIMITS } from '#lib/server/platform/images/limits.ts';

import {
  type Applied,
  applyAction,
  DRAFT_FIELDS,
  insertImage,
  readAdded,
  readDraftForm,
  writeDraftForm,
} from './draft-form.ts';
import {
  addImage,
  createDraft,
  deleteDraft,
  getGuide,
  listDeletedGuides,
  listGuides,
  restoreGuide,
  saveDraft,
} from './drafts.ts';
import { publishGuide, unpublishGuide } from './publishing.ts';
import { getResource, listResources } from './service.ts';

const GuideCard = z.object({
  guide_id: z.string(),
  title: z.string(),
  language: z.string(),
  state: z.enum(['draft', 'published', 'changed']),
  updated_at: z.string(),
  updated_by: z.nullable(z.string()),
});
const FullGuide = z.extend(GuideCard, {
  ...DraftContent.shape,
  version: z.number(),
  published_date: z.nullable(z.string()),
});

const DeletedGuide = z.object({
  guide_id: z.string(),
  title: z.string(),
  language: z.string(),
  deleted_at: z.string(),
  deleted_by: z.nullable(z.string()),
});

/** The upload limits of the form of a guide. */
const GUIDE_IMAGE_UPLOAD = {
  files: 1,
  tooManyFiles: 'image_required',
  fileBytes: UPLOAD.maxBytes,
  textBytes: 1024,
  totalBytes: UPLOAD.maxBytes + 64 * 1024,
  fileField: 'image',
  textFields: [],
} as const;

/** A call that responds with the guide whose draft it changed. */
const CHANGE = { ids: { id: 'draft' }, response: FullGuide } as const;

/** The guides of EduHub. */
export const calls = {
  'GET /web/eduhub': call({
    summary: 'List or search guides',
    token: true,
    access: 'open',
    query: ResourceQuery,
    response: ResourcePage,
    limits: [SEARCH_LIMITS.search],
    guestSeconds: RESOURCES_FRESH_SECONDS,
    hasEtag: true,
    run: (ctx, { query }) => listResources(ctx, query),
  }),
  'GET /web/eduhub/:id': call({
    summary: 'Read a guide',
    token: true,
    access: 'open',
    response: Resource,
    ids: { id: 'resource' },
    guestSeconds: RESOURCES_FRESH_SECONDS,
    hasEtag: true,
    run: (ctx, { id }) => getResource(ctx, id),
  }),
  'GET /admin/guides': call({
    summary: 'List guides with their drafts',
    query: GuideList,
    response: z.object({ guides: z.array(GuideCard), nextCursor: z.nullable(z.string()) }),
    run: (ctx, { query }) => listGuides(ctx, query),
  }),
  'GET /admin/guides/deleted': call({
    summary: 'List deleted guides that can be put back',
    query: GuideList,
    response: z.object({ guides: z.array(DeletedGuide), nextCursor: z.nullable(z.string()) }),
    run: (ctx, { query }) => listDeletedGuides(ctx, query),
  }),
  'POST /admin/guides': call({
    summary: 'Begin a guide',
    response: FullGuide,
    status: [201],
    run: async (ctx) => getGuide(ctx, await createDraft(ctx)),
  }),
  'GET /admin/guides/:id': call({
    summary: 'Read the draft of a guide',
    ...CHANGE,
    run: (ctx, { id }) => getGuide(ctx, id),
  }),
  'PUT /admin/guides/:id': call({
    summary: 'Save the draft of a guide',
    body: DraftInput,
    errors: ['draft_changed', 'file_not_found', 'guide_language_invalid', 'translation_invalid'],
    ...CHANGE,
    run: (ctx, { id, body }) => saveDraft(ctx, id, body),
  }),
  'DELETE /admin/guides/:id': call({
    summary: 'Delete a guide that guests do not see, for 30 days',
    body: DraftVersion,
    errors: ['draft_changed', 'guide_published', 'confirmation_required'],
    ids: { id: 'draft' },
    run: (ctx, { id, body }) => deleteDraft(ctx, id, body.version),
  }),
  'POST /admin/guides/:id/images': call({
    summary: 'Add an image to a guide',
    form: { upload: GUIDE_IMAGE_UPLOAD, types: UPLOAD.types },
    response: z.object({ url: z.string() }),
    status: [201],
    errors: ['unsupported_image_type', ...IMAGE_REJECTIONS],
    limits: [IMAGE_LIMITS.storeImages],
    ids: { id: 'draft' },
    run: async (ctx, { id, files }) => ({ url: await addImage(ctx, id, files[0]) }),
  }),
  'POST /admin/guides/:id/publish': call({
    summary: 'Publish a guide',
    body: DraftVersion,
    errors: [
      'draft_changed',
      'confirmation_required',
      'title_required',
      'cover_required',
      'blocks_required',
      'heading_required',
      'paragraph_required',
      'alt_required',
      'guide_language_taken',
    ],
    ...CHANGE,
    run: (ctx, { id, body }) => publishGuide(ctx, id, body.version),
  }),
  'POST /admin/guides/:id/restore': call({
    summary: 'Put a deleted guide back',
    ...CHANGE,
    run: (ctx, { id }) => restoreGuide(ctx, id),
  }),
  'POST /admin/guides/:id/unpublish': call({
    summary: 'Take a guide out of EduHub',
    errors: ['confirmation_required'],
    ...CHANGE,
    run: (ctx, { id }) => unpublishGuide(ctx, id),
  }),
} satisfies Calls;

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

/** The actions that run after the draft is saved. @returns the path of the next page */
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

/** The actions that change the parts of a guide and show its form again; all but `cover` are prefixes. */
const EDITS = ['add.', 'cover', 'cover.', 'down.', 'remove.', 'up.'];

/** Stores the uploaded image as the cover, before a part, or at the end. @returns the guide, and the part to focus */
async function placeImage(
  ctx: Ctx,
  { values, files, id }: SentForm,
  { content, focus }: Applied,
): Promise<Applied> {
  const action = values.get('action') ?? '';
  const added = readAdded(content, action);
  const [upload] = files;
  if (!upload && (action === 'cover' || added?.type === 'image'))
    throw fieldError('image', 'image_required');
  if (!upload) return { content, focus };
  const url = await addImage(ctx, id, upload);
  if (action === 'cover') return { content: { ...content, cover: url }, focus: null };
  const place = added?.type === 'image' ? added.place : content.blocks.length;
  return {
    content: insertImage(content, url, values.get('new_alt') ?? '', place),
    // The button's own target has precedence.
    focus: focus ?? place,
  };
}

async function changeGuide(ctx: Ctx, form: SentForm): Promise<string> {
  const { values } = form;
  const id = readId(form.id, 'draft');
  const action = values.get('action') ?? '';
  const version = Number(values.get('version'));
  const applied = applyAction(readDraftForm(values), action);
  const { content, focus } = await placeImage(ctx, { ...form, id }, applied);
  // If saving is rejected, the page still shows the result of the button.
  writeDraftForm(values, content);
  const { title, cover, blocks } = content;
  const page = values.get('page') || undefined;
  const ofLanguage = languageInput(content);
  const input = { version, page, title, ...ofLanguage, cover: cover || null, blocks };
  const guide = await saveDraft(ctx, id, parse(DraftInput, input), page && sentFrom(page));
  if (focus !== null) return `${staffGuidePath(id)}#part-${focus + 1}`;
  // Also after the last part was removed.
  if (action === 'cover' || action.startsWith('remove.')) return `${staffGuidePath(id)}#cover`;
  const goOn = Object.hasOwn(AFTER_SAVE, action) ? AFTER_SAVE[action] : undefined;
  return goOn ? goOn(ctx, guide) : staffGuidePath(id);
}

async function removeDraft(ctx: Ctx, { id: param, values }: SentForm): Promise<string> {
  const id = readId(param, 'draft');
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
    const id = readId(values.get('guide_id'), 'draft');
    return `${staffGuidePath((await restoreGuide(ctx, id)).guide_id)}?done=restored`;
  },
};

/** The plain forms on the pages of guides. */
export const guideForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/', handleForms(render, LIST_ACTIONS))
    .post('/:id', limitConcurrentUploads, handleForms(render, ACTIONS, { upload: UPLOAD_LIMITS }));
