import { Hono } from 'hono';

import { CommentInput, COMMENTS_PAGE } from '#lib/contract/comments.ts';
import { listQuery } from '#lib/contract/lists.ts';
import { addComment, listComments } from '#lib/server/domain/comments.ts';
import type { Env } from '#lib/server/pipeline/env.ts';
import { readId, readIdempotencyKey, readJson, readQuery } from '#lib/server/pipeline/read.ts';

/** Comments (spec 7; design 5). */
export const comments = new Hono<Env>()
  .get('/posts/:id/comments', async (c) => {
    const list = readQuery(c, listQuery(COMMENTS_PAGE));
    return c.json({ data: await listComments(c.get('ctx'), readId(c, 'post'), list) });
  })
  .post('/posts/:id/comments', async (c) => {
    const id = readId(c, 'post');
    const key = readIdempotencyKey(c);
    const input = await readJson(c, CommentInput);
    return c.json({ data: await addComment(c.get('ctx'), id, input, key) }, 201);
  });
