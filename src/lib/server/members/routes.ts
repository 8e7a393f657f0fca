import { Hono } from 'hono';

import { MEMBER_POSTS_PAGE } from '#lib/contract/pages.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseQuery } from '#lib/server/http/parse-request.ts';
import { listMemberPosts } from '#lib/server/posts/service.ts';

import { getForumProfile } from './service.ts';

const Page = listQuery(MEMBER_POSTS_PAGE);

/** Members as the forum shows them (spec 2, forum profile; design 5). */
export const members = new Hono<Env>()
  .get('/users/:id', async (c) => {
    const list = parseQuery(c, Page);
    return c.json({ data: await listMemberPosts(c.get('ctx'), parseId(c, 'member'), list) });
  })
  .get('/users/:id/profile', async (c) =>
    c.json({ data: await getForumProfile(c.get('ctx'), parseId(c, 'member')) }),
  );
