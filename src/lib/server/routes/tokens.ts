import { Hono } from 'hono';

import { issueAccessToken } from '#lib/server/domain/access-tokens.ts';
import { issueCsrfToken } from '#lib/server/pipeline/csrf.ts';
import type { Env } from '#lib/server/pipeline/env.ts';

/** The two token calls (spec 7). */
export const tokens = new Hono<Env>()
  .get('/csrf', (c) => c.json({ token: issueCsrfToken(c) }))
  .get('/access', (c) => c.json({ token: issueAccessToken(c.get('ctx')) }));
