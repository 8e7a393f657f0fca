import { ForumProfile } from '#lib/contract/people/members.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { getForumProfile } from './service.ts';

/** Members. */
export const calls = {
  'GET /web/forum/users/:id/profile': call({
    summary: 'Read the profile of a member',
    token: true,
    response: ForumProfile,
    ids: { id: 'member' },
    run: (ctx, { id }) => getForumProfile(ctx, id),
  }),
} satisfies Calls;
