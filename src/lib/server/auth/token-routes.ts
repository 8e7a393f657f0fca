import { Hono } from 'hono';

import type { Env } from '#lib/server/http/env.ts';
import { issueCsrfToken } from '#lib/server/http/middleware/csrf.ts';

import { issueAccessToken } from './access-tokens.ts';

export const tokens = new Hono<Env>()
  .get('/csrf', (c) => c.json({ token: issueCsrfToken(c) }))
  .get('/access', async (c) => c.json({ token: await issueAccessToken(c.get('ctx')) }));
