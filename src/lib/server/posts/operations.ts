import { UPLOAD } from '#lib/contract/images.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import {
  MEMBER_POSTS_PAGE,
  NewPost,
  Post,
  PostInput,
  PostPage,
  POSTS_PAGE,
  ReplacedAttachments,
} from '#lib/contract/posts.ts';
import { IMAGE_REJECTIONS } from '#lib/server/images/image-rejection.ts';
import { LIMITS as IMAGE_LIMITS } from '#lib/server/images/limits.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';
import { LIMITS as EDIT_LIMITS } from '#lib/server/profile/limits.ts';

import { LIMITS } from './limits.ts';
import { ATTACHMENTS_UPLOAD, POST_UPLOAD } from './upload-limits.ts';

/** Posts and the lists of them. */
export const OPERATIONS = {
  'GET /web/forum/posts/limited': {
    summary: 'Preview the newest posts',
    access: 'open',
    response: PostPage,
  },
  'GET /web/forum': {
    summary: 'List posts, the newest first',
    query: listQuery(POSTS_PAGE),
    response: PostPage,
  },
  'GET /web/forum/discussions': {
    summary: 'List my posts',
    query: listQuery(POSTS_PAGE),
    response: PostPage,
  },
  'GET /web/forum/users/:id': {
    summary: 'List the posts of a member',
    query: listQuery(MEMBER_POSTS_PAGE),
    response: PostPage,
    errors: ['member_not_found'],
  },
  'POST /web/forum/posts': {
    summary: 'Publish a post',
    headers: ['idempotency-key'],
    form: { texts: NewPost, upload: POST_UPLOAD, types: UPLOAD.types },
    response: Post,
    status: [201],
    errors: [
      'town_invalid',
      'until_past',
      'until_too_late',
      'ready_after_until',
      'idempotency_key_reused',
      'unsupported_image_type',
      ...IMAGE_REJECTIONS,
    ],
    limits: [LIMITS.createPost, IMAGE_LIMITS.storeImages],
  },
  'GET /web/forum/posts/:id': {
    summary: 'Read a post',
    response: Post,
    errors: ['post_not_found'],
  },
  'PATCH /web/forum/posts/:id': {
    summary: 'Edit my post',
    headers: ['if-match'],
    body: PostInput,
    response: Post,
    errors: ['post_not_found', 'post_not_yours', 'post_changed', 'post_pending'],
    limits: [EDIT_LIMITS.edit],
  },
  'PUT /web/forum/posts/:id/attachments': {
    summary: 'Replace the images of my post',
    form: { texts: ReplacedAttachments, upload: ATTACHMENTS_UPLOAD, types: UPLOAD.types },
    response: Post,
    errors: [
      'post_not_found',
      'post_not_yours',
      'post_changed',
      'post_pending',
      'unsupported_image_type',
      ...IMAGE_REJECTIONS,
    ],
    limits: [EDIT_LIMITS.edit, IMAGE_LIMITS.storeImages],
  },
  'DELETE /web/forum/posts/:id': {
    summary: 'Delete my post',
    response: NOTHING,
    errors: ['post_not_found', 'post_not_yours'],
    limits: [EDIT_LIMITS.edit],
  },
} satisfies Operations;
