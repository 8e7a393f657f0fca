import { LikePage, LikeState, LIKES_PAGE } from '#lib/contract/likes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Likes. */
export const OPERATIONS = {
  'GET /web/forum/posts/:id/likes': {
    summary: 'List who likes a post',
    query: listQuery(LIKES_PAGE),
    response: LikePage,
    errors: ['post_not_found'],
  },
  'POST /web/forum/posts/:id/likes': {
    summary: 'Like a post',
    response: LikeState,
    errors: ['post_not_found'],
    limits: [LIMITS.like],
  },
  'POST /web/forum/posts/:id/unlike': {
    summary: 'Unlike a post',
    response: LikeState,
    errors: ['post_not_found'],
    limits: [LIMITS.like],
  },
} satisfies Operations;
