import { Comment, CommentInput, CommentPage, COMMENTS_PAGE } from '#lib/contract/forum/comments.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS } from './limits.ts';
import { addComment, deleteComment, editComment, listComments } from './service.ts';

/** Comments. */
export const calls = {
  'GET /web/forum/posts/:id/comments': call({
    summary: 'List the comments of a post',
    token: true,
    query: listQuery(COMMENTS_PAGE),
    response: CommentPage,
    errors: ['post_not_found'],
    ids: { id: 'post' },
    run: (ctx, { id, query }) => listComments(ctx, id, query),
  }),
  'POST /web/forum/posts/:id/comments': call({
    summary: 'Comment on a post',
    token: true,
    headers: ['idempotency-key'],
    body: CommentInput,
    response: Comment,
    status: [201],
    errors: ['post_not_found', 'comment_post_mismatch', 'idempotency_key_reused'],
    limits: [LIMITS.comment],
    ids: { id: 'post' },
    run: (ctx, { id, body, key }) => addComment(ctx, id, body, key),
  }),
  'PATCH /web/forum/posts/:id/comments/:comment_id': call({
    summary: 'Edit my comment',
    token: true,
    body: CommentInput,
    response: Comment,
    errors: ['post_not_found', 'comment_not_found', 'comment_not_yours', 'comment_post_mismatch'],
    limits: [LIMITS.changeComment],
    ids: { id: 'post', comment_id: 'comment' },
    run: (ctx, { id, comment_id, body }) =>
      editComment(ctx, { postId: id, commentId: comment_id }, body),
  }),
  'DELETE /web/forum/posts/:id/comments/:comment_id': call({
    summary: 'Delete my comment',
    token: true,

    errors: ['post_not_found', 'comment_not_found', 'comment_not_yours'],
    limits: [LIMITS.changeComment],
    ids: { id: 'post', comment_id: 'comment' },
    run: (ctx, { id, comment_id }) => deleteComment(ctx, { postId: id, commentId: comment_id }),
  }),
} satisfies Calls;
