import { Hono } from 'hono';

import type { Env } from '#lib/server/http/env.ts';

import { listPolicySources } from './service.ts';

export const policies = new Hono<Env>().get('/common/all', async (c) =>
  c.json({ data: await listPolicySources(c.get('ctx')) }),
);
