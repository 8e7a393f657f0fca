import { Hono } from 'hono';

import type { Env } from '#lib/server/http/env.ts';

import { listPolicySources } from './service.ts';

/** The legal documents, open to everybody (spec 6, spec 7). */
export const policies = new Hono<Env>().get('/common/all', async (c) =>
  c.json({ data: await listPolicySources(c.get('ctx')) }),
);
