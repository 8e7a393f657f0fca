import { Hono } from 'hono';

import type { Env } from '#lib/server/pipeline/env.ts';
import { requireMember } from '#lib/server/pipeline/member.ts';

import { profile } from './profile.ts';
import { sessions } from './sessions.ts';

/** What belongs to who is signed in. */
export const account = new Hono<Env>()
  .use(requireMember)
  .route('/', profile)
  .route('/sessions', sessions);
