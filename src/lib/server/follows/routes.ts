import { Hono } from 'hono';

import { FOLLOWS_PAGE } from '#lib/contract/follows.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseQuery } from '#lib/server/http/parse-request.ts';

import { follow, listFollowers, listFollowing, unfollow } from './service.ts';

const Page = listQuery(FOLLOWS_PAGE);

export const follows = new Hono<Env>()
  .post('/follow/account/:id', async (c) =>
    c.json({ data: await follow(c.get('ctx'), parseId(c, 'member')) }),
  )
  .patch('/unfollow/account/:id', async (c) =>
    c.json({ data: await unfollow(c.get('ctx'), parseId(c, 'member')) }),
  )
  .get('/list/followers', async (c) => {
    const list = parseQuery(c, Page);
    return c.json({ data: await listFollowers(c.get('ctx'), list) });
  })
  .get('/list/following', async (c) => {
    const list = parseQuery(c, Page);
    return c.json({ data: await listFollowing(c.get('ctx'), list) });
  });
