import { Comment, CommentInput, CommentPage, COMMENTS_PAGE } from '#lib/contract/comments.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Comments. */
export const OPERATIONS = {
  'GET /web/forum/posts/:id/comments': {
    summary: 'List the comments of a post',
    query: listQuery(COMMENTS_PAGE),
    response: CommentPage,
    errors: ['post_not_found'],
  },
  'POST /web/forum/posts/:id/comments': {
    summary: 'Comment on a post',
    headers: ['idempotency-key'],
    body: CommentInput,
    response: Comment,
    status: [201],
    errors: ['post_not_found', 'comment_post_mismatch', 'idempotency_key_reused'],
    limits: [LIMITS.comment],
  },
  'PATCH /web/forum/posts/:id/comments/:comment_id': {
    summary: 'Edit my comment',
    body: CommentInput,
    response: Comment,
    errors: ['post_not_found', 'comment_not_found', 'comment_not_yours', 'comment_post_mismatch'],
    limits: [LIMITS.changeComment],
  },
  'DELETE /web/forum/posts/:id/comments/:comment_id': {
    summary: 'Delete my comment',
    response: NOTHING,
    errors: ['post_not_found', 'comment_not_found', 'comment_not_yours'],
    limits: [LIMITS.changeComment],
  },
} satisfies Operations;
