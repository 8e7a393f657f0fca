import { Hono } from 'hono';

import { comments } from './comments/routes.ts';
import { follows } from './follows/routes.ts';
import type { Env } from './http/env.ts';
import { requireAuth } from './http/middleware/require-auth.ts';
import { likes } from './likes/routes.ts';
import { listings } from './listings/routes.ts';
import { members } from './members/routes.ts';
import { mutes } from './mutes/routes.ts';
import { posts } from './posts/routes.ts';
import { reports } from './reports/routes.ts';
import { search } from './search/routes.ts';
import { suggestions } from './suggestions/routes.ts';

/** The forum: for members only, but for the preview of posts. */
export const forum = new Hono<Env>()
  .route('/', posts)
  .use(requireAuth)
  .route('/', likes)
  .route('/', comments)
  .route('/', reports)
  .route('/', mutes)
  .route('/', listings)
  .route('/', members)
  .route('/', follows)
  .route('/', suggestions)
  .route('/', search);
