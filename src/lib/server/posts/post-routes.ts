import { Hono } from 'hono';

import { PostInput } from '#lib/contract/posts.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson } from '#lib/server/http/parse-request.ts';

import { deletePost, updatePost } from './change-post.ts';
import { getPost } from './service.ts';

/** One post (spec 7; design 5). */
export const post = new Hono<Env>()
  .get('/posts/:id', async (c) => c.json({ data: await getPost(c.get('ctx'), parseId(c, 'post')) }))
  .patch('/posts/:id', async (c) => {
    const id = parseId(c, 'post');
    const input = await parseJson(c, PostInput);
    return c.json({ data: await updatePost(c.get('ctx'), id, input) });
  })
  .delete('/posts/:id', async (c) => {
    await deletePost(c.get('ctx'), parseId(c, 'post'));
    return c.json({ data: null });
  });
