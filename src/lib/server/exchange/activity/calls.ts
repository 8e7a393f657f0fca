import { MemberActivity } from '#lib/contract/exchange/member-activity.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { getMemberActivity } from './service.ts';

/** A member's activity in the exchange. */
export const calls = {
  'GET /web/forum/users/:id/activity': call({
    summary: 'Read what a member gives and looks for, and how pickups went',
    token: true,
    response: MemberActivity,
    ids: { id: 'member' },
    run: (ctx, { id }) => getMemberActivity(ctx, id),
  }),
} satisfies Calls;
