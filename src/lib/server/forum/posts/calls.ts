import {
  MAX_ATTACHMENTS,
  MEMBER_POSTS_PAGE,
  NewPost,
  Post,
  postEtag,
  PostInput,
  PostPage,
  POSTS_PAGE,
  ReplacedAttachments,
} from '#lib/contract/forum/posts.ts';
import { UPLOAD } from '#lib/contract/images.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { LIMITS as EDIT_LIMITS } from '#lib/server/people/profile/service.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { RequestContext } from '#lib/server/platform/http/env.ts';
import { matchesEtag } from '#lib/server/platform/http/response-headers.ts';
import { IMAGE_REJECTIONS } from '#lib/server/platform/images/inspect-image.ts';
import { LIMITS as IMAGE_LIMITS } from '#lib/server/platform/images/limits.ts';

import { deletePost, replaceAttachments, updatePost } from './change-post.ts';
import { createPost, LIMITS } from './create-post.ts';
import {
  getPost,
  listExplorePosts,
  listMemberPosts,
  listOwnPosts,
  listPreviewPosts,
} from './service.ts';

/** Responds with a post and its ETag. */
function respondWithPost(c: RequestContext, post: Post) {
  c.header('etag', postEtag(post));
  return c.json({ data: post });
}

const MEGABYTE = 1024 * 1024;

/** The upload limits of the form of a new post. */
const POST_UPLOAD = {
  files: MAX_ATTACHMENTS,
  tooManyFiles: 'too_many_attachments',
  fileBytes: UPLOAD.maxBytes,
  textBytes: 64 * 1024,
  totalBytes: MAX_ATTACHMENTS * UPLOAD.maxBytes + MEGABYTE,
  fileField: 'attachments',
  textFields: ['title', 'description', 'listing', 'attachment_alts', 'for_account'],
} as const;

/** The upload limits of the form that replaces a post's images. */
const ATTACHMENTS_UPLOAD = {
  ...POST_UPLOAD,
  textFields: ['stored', 'initial', 'attachment_alts'],
} as const;

/** Posts, and lists of posts. */
export const calls = {
  'GET /web/forum/posts/limited': call({
    summary: 'Preview the newest posts',
    token: true,
    access: 'open',
    response: PostPage,
    hasEtag: true,
    run: listPreviewPosts,
  }),
  'GET /web/forum': call({
    summary: 'List posts, the newest first',
    token: true,
    query: listQuery(POSTS_PAGE),
    response: PostPage,
    run: (ctx, { query }) => listExplorePosts(ctx, query),
  }),
  'GET /web/forum/discussions': call({
    summary: 'List my posts',
    token: true,
    query: listQuery(POSTS_PAGE),
    response: PostPage,
    run: (ctx, { query }) => listOwnPosts(ctx, query),
  }),
  'GET /web/forum/users/:id': call({
    summary: 'List the posts of a member',
    token: true,
    query: listQuery(MEMBER_POSTS_PAGE),
    response: PostPage,
    ids: { id: 'member' },
    run: (ctx, { id, query }) => listMemberPosts(ctx, id, query),
  }),
  'POST /web/forum/posts': call({
    summary: 'Publish a post',
    token: true,
    headers: ['idempotency-key'],
    form: {
      texts: NewPost,
      json: ['listing', 'attachment_alts'],
      upload: POST_UPLOAD,
      types: UPLOAD.types,
    },
    response: Post,
    status: [201],
    errors: [
      'town_invalid',
      'until_past',
      'until_too_late',
      'repeat_too_long',
      'until_before_round',
      'ready_after_until',
      'idempotency_key_reused',
      'listing_needed',
      'unsupported_image_type',
      ...IMAGE_REJECTIONS,
    ],
    limits: [LIMITS.createPost, IMAGE_LIMITS.storeImages],
    actsFor: 'input',
    run: (ctx, { texts, files, key }) => createPost(ctx, texts, files, key),
  }),
  'GET /web/forum/posts/:id': call({
    summary: 'Read a post',
    token: true,
    response: Post,
    ids: { id: 'post' },
    run: async (ctx, { id }, c) => respondWithPost(c, await getPost(ctx, id)),
  }),
  'PATCH /web/forum/posts/:id': call({
    summary: 'Edit my post',
    token: true,
    headers: ['if-match'],
    body: PostInput,
    response: Post,
    errors: ['post_not_yours', 'post_changed', 'post_pending'],
    limits: [EDIT_LIMITS.edit],
    ids: { id: 'post' },
    actsFor: 'author',
    run: async (ctx, { id, body }, c) => {
      const condition = c.req.header('if-match');
      const isRequested = condition
        ? (current: string) => matchesEtag(condition, current)
        : undefined;
      return respondWithPost(c, await updatePost(ctx, id, body, isRequested));
    },
  }),
  'PUT /web/forum/posts/:id/attachments': call({
    summary: 'Replace the images of my post',
    token: true,
    form: {
      texts: ReplacedAttachments,
      json: ['attachment_alts'],
      upload: ATTACHMENTS_UPLOAD,
      types: UPLOAD.types,
    },
    response: Post,
    errors: [
      'post_not_yours',
      'post_changed',
      'post_pending',
      'unsupported_image_type',
      ...IMAGE_REJECTIONS,
    ],
    limits: [EDIT_LIMITS.edit, IMAGE_LIMITS.storeImages],
    ids: { id: 'post' },
    actsFor: 'author',
    run: (ctx, { id, texts, files }) => replaceAttachments(ctx, id, texts, files),
  }),
  'DELETE /web/forum/posts/:id': call({
    summary: 'Delete my post',
    token: true,
    errors: ['post_not_yours'],
    limits: [EDIT_LIMITS.edit],
    ids: { id: 'post' },
    actsFor: 'author',
    run: (ctx, { id }) => deletePost(ctx, id),
  }),
} satisfies Calls;
