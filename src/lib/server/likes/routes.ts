import { Hono } from 'hono';

import { LIKES_PAGE } from '#lib/contract/likes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseQuery } from '#lib/server/http/parse-request.ts';

import { likePost, listLikes, unlikePost } from './service.ts';

const Page = listQuery(LIKES_PAGE);

export const likes = new Hono<Env>()
  .get('/posts/:id/likes', async (c) => {
    const list = parseQuery(c, Page);
    return c.json({ data: await listLikes(c.get('ctx'), parseId(c, 'post'), list) });
  })
  .post('/posts/:id/likes', async (c) =>
    c.json({ data: await likePost(c.get('ctx'), parseId(c, 'post')) }),
  )
  .post('/posts/:id/unlike', async (c) =>
    c.json({ data: await unlikePost(c.get('ctx'), parseId(c, 'post')) }),
  );
