import { Hono } from 'hono';
import { etag } from 'hono/etag';

import type { Env } from '#lib/server/http/env.ts';

import { listPolicySources } from './service.ts';

export const policies = new Hono<Env>().get('/common/all', etag({ weak: true }), async (c) =>
  c.json({ data: await listPolicySources(c.get('ctx')) }),
);
