import { ForumProfile } from '#lib/contract/members.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

/** Members. */
export const OPERATIONS = {
  'GET /web/forum/users/:id/profile': {
    summary: 'Read the profile of a member',
    response: ForumProfile,
    errors: ['member_not_found'],
  },
} satisfies Operations;
