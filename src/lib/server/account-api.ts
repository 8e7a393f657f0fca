import { Hono } from 'hono';

import type { Env } from './http/env.ts';
import { requireMember } from './http/middleware/require-auth.ts';
import { profile } from './profile/routes.ts';
import { sessions } from './sessions/routes.ts';

/** What belongs to who is signed in. */
export const account = new Hono<Env>()
  .use(requireMember)
  .route('/', profile)
  .route('/sessions', sessions);
