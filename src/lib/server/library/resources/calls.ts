import * as z from 'zod/mini';

import { UPLOAD } from '#lib/contract/images.ts';
import {
  DraftContent,
  DraftInput,
  DraftVersion,
  GuideList,
} from '#lib/contract/library/resource-drafts.ts';
import {
  Resource,
  ResourcePage,
  ResourceQuery,
  RESOURCES_FRESH_SECONDS,
} from '#lib/contract/library/resources.ts';
import { LIMITS as SEARCH_LIMITS } from '#lib/server/forum/search/limits.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { IMAGE_REJECTIONS } from '#lib/server/platform/images/inspect-image.ts';
import { LIMITS as IMAGE_LIMITS } from '#lib/server/platform/images/limits.ts';

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
import { GUIDE_IMAGE_UPLOAD } from './upload-limits.ts';

const GuideCard = z.object({
  guide_id: z.string(),
  title: z.string(),
  state: z.enum(['draft', 'published', 'changed']),
  updated_at: z.string(),
  updated_by: z.nullable(z.string()),
});
const Guide = z.extend(GuideCard, {
  ...DraftContent.shape,
  version: z.number(),
  published_date: z.nullable(z.string()),
});

const DeletedGuide = z.object({
  guide_id: z.string(),
  title: z.string(),
  deleted_at: z.string(),
  deleted_by: z.nullable(z.string()),
});

/** Guides of EduHub. */
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
    errors: ['resource_not_found'],
    ids: { id: 'resource' },
    guestSeconds: RESOURCES_FRESH_SECONDS,
    hasEtag: true,
    run: (ctx, { id }) => getResource(ctx, id),
  }),
  'GET /admin/guides': call({
    summary: 'List guides with their drafts',
    access: 'staff',
    query: GuideList,
    response: z.object({ guides: z.array(GuideCard), nextCursor: z.nullable(z.string()) }),
    run: (ctx, { query }) => listGuides(ctx, query),
  }),
  'GET /admin/guides/deleted': call({
    summary: 'List deleted guides that can be put back',
    access: 'staff',
    query: GuideList,
    response: z.object({ guides: z.array(DeletedGuide), nextCursor: z.nullable(z.string()) }),
    run: (ctx, { query }) => listDeletedGuides(ctx, query),
  }),
  'POST /admin/guides': call({
    summary: 'Begin a guide',
    access: 'staff',
    response: Guide,
    status: [201],
    run: async (ctx) => getGuide(ctx, await createDraft(ctx)),
  }),
  'GET /admin/guides/:id': call({
    summary: 'Read the draft of a guide',
    access: 'staff',
    response: Guide,
    errors: ['draft_not_found'],
    ids: { id: 'draft' },
    run: (ctx, { id }) => getGuide(ctx, id),
  }),
  'PUT /admin/guides/:id': call({
    summary: 'Save the draft of a guide',
    access: 'staff',
    body: DraftInput,
    response: Guide,
    errors: ['draft_not_found', 'draft_changed', 'file_not_found'],
    ids: { id: 'draft' },
    run: (ctx, { id, body }) => saveDraft(ctx, id, body),
  }),
  'DELETE /admin/guides/:id': call({
    summary: 'Delete a guide that guests do not see, for 30 days',
    access: 'staff',
    body: DraftVersion,

    errors: ['draft_not_found', 'draft_changed', 'guide_published', 'confirmation_required'],
    ids: { id: 'draft' },
    run: (ctx, { id, body }) => deleteDraft(ctx, id, body.version),
  }),
  'POST /admin/guides/:id/images': call({
    summary: 'Add an image to a guide',
    access: 'staff',
    form: { upload: GUIDE_IMAGE_UPLOAD, types: UPLOAD.types },
    response: z.object({ url: z.string() }),
    status: [201],
    errors: ['draft_not_found', 'unsupported_image_type', ...IMAGE_REJECTIONS],
    limits: [IMAGE_LIMITS.storeImages],
    ids: { id: 'draft' },
    run: async (ctx, { id, files }) => ({ url: await addImage(ctx, id, files[0]) }),
  }),
  'POST /admin/guides/:id/publish': call({
    summary: 'Publish a guide',
    access: 'staff',
    body: DraftVersion,
    response: Guide,
    errors: [
      'draft_not_found',
      'draft_changed',
      'confirmation_required',
      'title_required',
      'cover_required',
      'blocks_required',
      'heading_required',
      'paragraph_required',
      'alt_required',
    ],
    ids: { id: 'draft' },
    run: (ctx, { id, body }) => publishGuide(ctx, id, body.version),
  }),
  'POST /admin/guides/:id/restore': call({
    summary: 'Put a deleted guide back',
    access: 'staff',
    response: Guide,
    errors: ['draft_not_found'],
    ids: { id: 'draft' },
    run: (ctx, { id }) => restoreGuide(ctx, id),
  }),
  'POST /admin/guides/:id/unpublish': call({
    summary: 'Take a guide out of EduHub',
    access: 'staff',
    response: Guide,
    errors: ['draft_not_found', 'confirmation_required'],
    ids: { id: 'draft' },
    run: (ctx, { id }) => unpublishGuide(ctx, id),
  }),
} satisfies Calls;
