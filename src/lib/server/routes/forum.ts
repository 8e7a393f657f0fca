import { Hono } from 'hono';

import type { Env } from '#lib/server/pipeline/env.ts';
import { requireMember } from '#lib/server/pipeline/member.ts';

import { comments } from './comments.ts';
import { follows } from './follows.ts';
import { likes } from './likes.ts';
import { members } from './members.ts';
import { post } from './post.ts';
import { posts } from './posts.ts';
import { reports } from './reports.ts';
import { search } from './search.ts';
import { suggestions } from './suggestions.ts';

/** The forum. The lists of posts say themselves who may see them; all that follows is for members only. */
export const forum = new Hono<Env>()
  .route('/', posts)
  .use(requireMember)
  .route('/', post)
  .route('/', likes)
  .route('/', comments)
  .route('/', reports)
  .route('/', members)
  .route('/', follows)
  .route('/', suggestions)
  .route('/', search);
