import { Hono } from 'hono';

import type { Env } from './http/env.ts';
import { requireAuth } from './http/middleware/require-auth.ts';
import { profile } from './profile/routes.ts';
import { sessions } from './sessions/routes.ts';

/** What belongs to who is signed in. */
export const account = new Hono<Env>()
  .use(requireAuth)
  .route('/', profile)
  .route('/sessions', sessions);
