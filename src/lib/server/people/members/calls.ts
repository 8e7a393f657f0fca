import { MemberActivity } from '#lib/contract/member-activity.ts';
import { ForumProfile } from '#lib/contract/members.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { getMemberActivity } from './activity.ts';
import { getForumProfile } from './service.ts';

/** Members. */
export const calls = {
  'GET /web/forum/users/:id/profile': call({
    summary: 'Read the profile of a member',
    token: true,
    response: ForumProfile,
    errors: ['member_not_found'],
    ids: { id: 'member' },
    run: (ctx, { id }) => getForumProfile(ctx, id),
  }),
  'GET /web/forum/users/:id/activity': call({
    summary: 'Read what a member gives and looks for, and how pickups went',
    token: true,
    response: MemberActivity,
    errors: ['member_not_found'],
    ids: { id: 'member' },
    run: (ctx, { id }) => getMemberActivity(ctx, id),
  }),
} satisfies Calls;
