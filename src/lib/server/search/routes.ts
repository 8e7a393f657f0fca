import { Hono } from 'hono';

import { SearchQuery } from '#lib/contract/search.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseQuery } from '#lib/server/http/parse-request.ts';

import { search as searchAll } from './service.ts';

export const search = new Hono<Env>().get('/explore/look/account/posts', async (c) => {
  const query = parseQuery(c, SearchQuery);
  return c.json({ data: await searchAll(c.get('ctx'), query) });
});
