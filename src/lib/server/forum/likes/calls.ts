import { LikePage, LIKES_PAGE, LikeState } from '#lib/contract/forum/likes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { likePost, LIMITS, listLikes, unlikePost } from './service.ts';

/** Likes. */
export const calls = {
  'GET /web/forum/posts/:id/likes': call({
    summary: 'List who likes a post',
    token: true,
    query: listQuery(LIKES_PAGE),
    response: LikePage,
    ids: { id: 'post' },
    run: (ctx, { id, query }) => listLikes(ctx, id, query),
  }),
  'POST /web/forum/posts/:id/likes': call({
    summary: 'Like a post',
    token: true,
    response: LikeState,
    limits: [LIMITS.like],
    ids: { id: 'post' },
    actsFor: 'self',
    run: (ctx, { id }) => likePost(ctx, id),
  }),
  'POST /web/forum/posts/:id/unlike': call({
    summary: 'Unlike a post',
    token: true,
    response: LikeState,
    limits: [LIMITS.like],
    ids: { id: 'post' },
    actsFor: 'self',
    run: (ctx, { id }) => unlikePost(ctx, id),
  }),
} satisfies Calls;
