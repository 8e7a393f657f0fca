import { Hono } from 'hono';

import type { Env } from '#lib/server/http/env.ts';

import { getOverview } from './service.ts';

/** What staff see first. */
export const overview = new Hono<Env>().get('/', async (c) =>
  c.json({ data: await getOverview(c.get('ctx')) }),
);
