import { FOLLOWS_PAGE, FollowerPage, FollowingPage, FollowState } from '#lib/contract/follows.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Follows. */
export const OPERATIONS = {
  'POST /web/forum/follow/account/:id': {
    summary: 'Follow a member',
    response: FollowState,
    errors: ['member_not_found', 'self_follow', 'too_many_follows'],
    limits: [LIMITS.follow],
  },
  'PATCH /web/forum/unfollow/account/:id': {
    summary: 'Unfollow a member',
    response: FollowState,
    errors: ['member_not_found', 'self_follow'],
    limits: [LIMITS.follow],
  },
  'GET /web/forum/list/followers': {
    summary: 'List who follows me',
    query: listQuery(FOLLOWS_PAGE),
    response: FollowerPage,
  },
  'GET /web/forum/list/following': {
    summary: 'List the members I follow',
    query: listQuery(FOLLOWS_PAGE),
    response: FollowingPage,
  },
} satisfies Operations;
