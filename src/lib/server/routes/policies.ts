import { Hono } from 'hono';

import { listPolicySources } from '#lib/server/domain/policies.ts';
import type { Env } from '#lib/server/pipeline/env.ts';

/** The legal documents, open to everybody (spec 6, spec 7). */
export const policies = new Hono<Env>().get('/common/all', async (c) =>
  c.json({ data: await listPolicySources(c.get('ctx')) }),
);
