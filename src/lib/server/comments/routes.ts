import { Hono } from 'hono';

import { CommentInput, COMMENTS_PAGE } from '#lib/contract/comments.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import {
  parseId,
  parseIdempotencyKey,
  parseJson,
  parseQuery,
} from '#lib/server/http/parse-request.ts';

import { deleteComment, editComment } from './change-comment.ts';
import { addComment, listComments } from './service.ts';

const Page = listQuery(COMMENTS_PAGE);

const parseCommentIds = (c: RequestContext) => ({
  postId: parseId(c, 'post'),
  commentId: parseId(c, 'comment', 'comment_id'),
});

export const comments = new Hono<Env>()
  .get('/posts/:id/comments', async (c) => {
    const list = parseQuery(c, Page);
    return c.json({ data: await listComments(c.get('ctx'), parseId(c, 'post'), list) });
  })
  .post('/posts/:id/comments', async (c) => {
    const id = parseId(c, 'post');
    const key = parseIdempotencyKey(c);
    const input = await parseJson(c, CommentInput);
    return c.json({ data: await addComment(c.get('ctx'), id, input, key) }, 201);
  })
  .patch('/posts/:id/comments/:comment_id', async (c) => {
    const ids = parseCommentIds(c);
    const input = await parseJson(c, CommentInput);
    return c.json({ data: await editComment(c.get('ctx'), ids, input) });
  })
  .delete('/posts/:id/comments/:comment_id', async (c) => {
    await deleteComment(c.get('ctx'), parseCommentIds(c));
    return c.json({ data: null });
  });
