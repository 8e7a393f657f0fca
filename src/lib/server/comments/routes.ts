import { Hono } from 'hono';

import { CommentInput, COMMENTS_PAGE } from '#lib/contract/comments.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import type { Env } from '#lib/server/http/env.ts';
import {
  parseId,
  parseIdempotencyKey,
  parseJson,
  parseQuery,
} from '#lib/server/http/parse-request.ts';

import { addComment, listComments } from './service.ts';

const Page = listQuery(COMMENTS_PAGE);

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
  });
