import {
  FollowerPage,
  FollowingPage,
  FOLLOWS_PAGE,
  FollowState,
} from '#lib/contract/forum/follows.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { follow, LIMITS, listFollowers, listFollowing, unfollow } from './service.ts';

/** Follows. */
export const calls = {
  'POST /web/forum/follow/account/:id': call({
    summary: 'Follow a member',
    token: true,
    response: FollowState,
    errors: ['self_follow', 'too_many_follows'],
    limits: [LIMITS.follow],
    ids: { id: 'member' },
    run: (ctx, { id }) => follow(ctx, id),
  }),
  'PATCH /web/forum/unfollow/account/:id': call({
    summary: 'Unfollow a member',
    token: true,
    response: FollowState,
    errors: ['self_follow'],
    limits: [LIMITS.follow],
    ids: { id: 'member' },
    run: (ctx, { id }) => unfollow(ctx, id),
  }),
  'GET /web/forum/list/followers': call({
    summary: 'List who follows me',
    token: true,
    query: listQuery(FOLLOWS_PAGE),
    response: FollowerPage,
    run: (ctx, { query }) => listFollowers(ctx, query),
  }),
  'GET /web/forum/list/following': call({
    summary: 'List the members I follow',
    token: true,
    query: listQuery(FOLLOWS_PAGE),
    response: FollowingPage,
    run: (ctx, { query }) => listFollowing(ctx, query),
  }),
} satisfies Calls;
