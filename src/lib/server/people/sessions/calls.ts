import { SessionList } from '#lib/contract/people/sign-in/sessions.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { endMemberSession, endOtherSessions, listSessions } from './service.ts';

/** Sessions. */
export const calls = {
  'GET /web/account/sessions': call({
    summary: 'List my sessions',
    response: SessionList,
    run: listSessions,
  }),
  'DELETE /web/account/sessions': call({
    summary: 'End all my other sessions',
    withoutConsent: true,
    response: SessionList,
    run: endOtherSessions,
  }),
  'DELETE /web/account/sessions/:id': call({
    summary: 'End one of my sessions',
    withoutConsent: true,
    response: SessionList,
    ids: { id: 'session' },
    run: (ctx, { id }) => endMemberSession(ctx, id),
  }),
} satisfies Calls;
