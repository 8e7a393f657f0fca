import { Hono } from 'hono';

import { CommentInput } from '#lib/contract/comments.ts';
import { toId } from '#lib/contract/ids.ts';
import { postPath } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { handlePageForm, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { actionOf } from '#lib/server/platform/http/parse-page-form.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { type CommentIds, deleteComment, editComment } from './service.ts';

/** Each leads to where its result is seen. */
const ACTIONS: Record<
  string,
  (ctx: Ctx, ids: CommentIds, form: URLSearchParams) => Promise<string>
> = {
  edit: async (ctx, ids, form) => {
    await editComment(ctx, ids, parse(CommentInput, { comment: form.get('comment') ?? '' }));
    return postPath(ids.postId, ids.commentId);
  },
  delete: async (ctx, ids) => {
    await deleteComment(ctx, ids);
    return `${postPath(ids.postId)}#comments`;
  },
};

/** @param path `{post_id}/comments/{comment_id}` */
async function changeComment(ctx: Ctx, form: URLSearchParams, path: string): Promise<string> {
  const [postId, , commentId] = path.split('/').map(toId);
  if (!postId || !commentId) throw notFound('comment');
  return actionOf(form, ACTIONS)(ctx, { postId, commentId }, form);
}

/** The plain forms of a comment's page. */
export const commentForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/:id{[^/]+/comments/[^/]+}', handlePageForm(render, changeComment));
