import * as z from 'zod/mini';

import { UPLOAD } from '#lib/contract/images.ts';
import {
  DraftContent,
  DraftInput,
  DraftVersion,
  GuideList,
} from '#lib/contract/resource-drafts.ts';
import { Resource, ResourcePage, ResourceQuery } from '#lib/contract/resources.ts';
import { IMAGE_REJECTIONS } from '#lib/server/images/image-rejection.ts';
import { LIMITS as IMAGE_LIMITS } from '#lib/server/images/limits.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';
import { LIMITS as SEARCH_LIMITS } from '#lib/server/search/limits.ts';

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
export const OPERATIONS = {
  'GET /web/eduhub': {
    summary: 'List or search guides',
    access: 'open',
    query: ResourceQuery,
    response: ResourcePage,
    limits: [SEARCH_LIMITS.search],
  },
  'GET /web/eduhub/:id': {
    summary: 'Read a guide',
    access: 'open',
    response: Resource,
    errors: ['resource_not_found'],
  },
  'GET /admin/guides': {
    summary: 'List guides with their drafts',
    access: 'staff',
    query: GuideList,
    response: z.object({ guides: z.array(GuideCard), nextCursor: z.nullable(z.string()) }),
  },
  'GET /admin/guides/deleted': {
    summary: 'List deleted guides that can be put back',
    access: 'staff',
    query: GuideList,
    response: z.object({ guides: z.array(DeletedGuide), nextCursor: z.nullable(z.string()) }),
  },
  'POST /admin/guides': {
    summary: 'Begin a guide',
    access: 'staff',
    response: Guide,
    status: [201],
  },
  'GET /admin/guides/:id': {
    summary: 'Read the draft of a guide',
    access: 'staff',
    response: Guide,
    errors: ['draft_not_found'],
  },
  'PUT /admin/guides/:id': {
    summary: 'Save the draft of a guide',
    access: 'staff',
    body: DraftInput,
    response: Guide,
    errors: ['draft_not_found', 'draft_changed', 'file_not_found'],
  },
  'DELETE /admin/guides/:id': {
    summary: 'Delete a guide that guests do not see, for 30 days',
    access: 'staff',
    body: DraftVersion,
    response: NOTHING,
    errors: ['draft_not_found', 'draft_changed', 'guide_published', 'confirmation_required'],
  },
  'POST /admin/guides/:id/images': {
    summary: 'Add an image to a guide',
    access: 'staff',
    form: { upload: GUIDE_IMAGE_UPLOAD, types: UPLOAD.types },
    response: z.object({ url: z.string() }),
    status: [201],
    errors: ['draft_not_found', 'unsupported_image_type', ...IMAGE_REJECTIONS],
    limits: [IMAGE_LIMITS.storeImages],
  },
  'POST /admin/guides/:id/publish': {
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
  },
  'POST /admin/guides/:id/restore': {
    summary: 'Put a deleted guide back',
    access: 'staff',
    response: Guide,
    errors: ['draft_not_found'],
  },
  'POST /admin/guides/:id/unpublish': {
    summary: 'Take a guide out of EduHub',
    access: 'staff',
    response: Guide,
    errors: ['draft_not_found', 'confirmation_required'],
  },
} satisfies Operations;
