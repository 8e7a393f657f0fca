import { SessionList } from '#lib/contract/sessions.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

/** Sessions. */
export const OPERATIONS = {
  'GET /web/account/sessions': { summary: 'List my sessions', response: SessionList },
  'DELETE /web/account/sessions': {
    summary: 'End all my other sessions',
    withoutConsent: true,
    response: SessionList,
  },
  'DELETE /web/account/sessions/:id': {
    summary: 'End one of my sessions',
    withoutConsent: true,
    response: SessionList,
    errors: ['session_not_found'],
  },
} satisfies Operations;
