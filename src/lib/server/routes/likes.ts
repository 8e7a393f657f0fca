import { Hono } from 'hono';

import { listQuery } from '#lib/contract/lists.ts';
import { LIKES_PAGE } from '#lib/contract/pages.ts';
import { likePost, listLikes, unlikePost } from '#lib/server/domain/likes.ts';
import type { Env } from '#lib/server/pipeline/env.ts';
import { readId, readQuery } from '#lib/server/pipeline/read.ts';

const Page = listQuery(LIKES_PAGE);

/** Likes (spec 7; design 5). */
export const likes = new Hono<Env>()
  .get('/posts/:id/likes', async (c) => {
    const list = readQuery(c, Page);
    return c.json({ data: await listLikes(c.get('ctx'), readId(c, 'post'), list) });
  })
  .post('/posts/:id/likes', async (c) =>
    c.json({ data: await likePost(c.get('ctx'), readId(c, 'post')) }),
  )
  .post('/posts/:id/unlike', async (c) =>
    c.json({ data: await unlikePost(c.get('ctx'), readId(c, 'post')) }),
  );
