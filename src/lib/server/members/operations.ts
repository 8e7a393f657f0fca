import { MemberActivity } from '#lib/contract/member-activity.ts';
import { ForumProfile } from '#lib/contract/members.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

/** Members. */
export const OPERATIONS = {
  'GET /web/forum/users/:id/profile': {
    summary: 'Read the profile of a member',
    response: ForumProfile,
    errors: ['member_not_found'],
  },
  'GET /web/forum/users/:id/activity': {
    summary: 'Read what a member gives and looks for, and how pickups went',
    response: MemberActivity,
    errors: ['member_not_found'],
  },
} satisfies Operations;
