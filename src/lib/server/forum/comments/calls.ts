import { Hono } from 'hono';

import { Comment, CommentInput, CommentPage, COMMENTS_PAGE } from '#lib/contract/forum/comments.ts';
import { toId } from '#lib/contract/ids.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { postPath } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import {
  addComment,
  type CommentIds,
  deleteComment,
  editComment,
  LIMITS,
  listComments,
} from './service.ts';

/** Comments. */
export const calls = {
  'GET /web/forum/posts/:id/comments': call({
    summary: 'List the comments of a post',
    token: true,
    query: listQuery(COMMENTS_PAGE),
    response: CommentPage,
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
    errors: ['comment_post_mismatch', 'idempotency_key_reused'],
    limits: [LIMITS.comment],
    ids: { id: 'post' },
    actsFor: 'self',
    run: (ctx, { id, body, key }) => addComment(ctx, id, body, key),
  }),
  'PATCH /web/forum/posts/:id/comments/:comment_id': call({
    summary: 'Edit my comment',
    token: true,
    body: CommentInput,
    response: Comment,
    errors: ['comment_not_yours', 'comment_post_mismatch'],
    limits: [LIMITS.changeComment],
    ids: { id: 'post', comment_id: 'comment' },
    actsFor: 'self',
    run: (ctx, { id, comment_id, body }) =>
      editComment(ctx, { postId: id, commentId: comment_id }, body),
  }),
  'DELETE /web/forum/posts/:id/comments/:comment_id': call({
    summary: 'Delete my comment',
    token: true,
    errors: ['comment_not_yours'],
    limits: [LIMITS.changeComment],
    ids: { id: 'post', comment_id: 'comment' },
    actsFor: 'self',
    run: (ctx, { id, comment_id }) => deleteComment(ctx, { postId: id, commentId: comment_id }),
  }),
} satisfies Calls;

function idsOf({ id }: SentForm): CommentIds {
  // `{post_id}/comments/{comment_id}`
  const [postId, , commentId] = id.split('/').map(toId);
  if (!postId || !commentId) throw notFound('comment');
  return { postId, commentId };
}

/** Each redirects to the page that shows its result. */
const ACTIONS = {
  async edit(ctx: Ctx, form: SentForm) {
    const ids = idsOf(form);
    await editComment(ctx, ids, parse(CommentInput, { comment: form.values.get('comment') ?? '' }));
    return postPath(ids.postId, ids.commentId);
  },
  async delete(ctx: Ctx, form: SentForm) {
    const ids = idsOf(form);
    await deleteComment(ctx, ids);
    return `${postPath(ids.postId)}#comments`;
  },
};

/** The plain forms of a comment's page. */
export const commentForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/:id{[^/]+/comments/[^/]+}', handleForms(render, ACTIONS));
