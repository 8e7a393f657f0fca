import { Hono } from 'hono';

import { CommentInput } from '#lib/contract/forum/comments.ts';
import { toId } from '#lib/contract/ids.ts';
import { postPath } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { type CommentIds, deleteComment, editComment } from './service.ts';

/** @throws AppError comment_not_found */
function idsOf({ id }: SentForm): CommentIds {
  // `{post_id}/comments/{comment_id}`
  const [postId, , commentId] = id.split('/').map(toId);
  if (!postId || !commentId) throw notFound('comment');
  return { postId, commentId };
}

/** Each leads to where its result is seen. */
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
