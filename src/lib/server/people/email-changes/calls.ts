import { EmailProof } from '#lib/contract/people/email-changes.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { confirmEmailChange } from './service.ts';

/** Changes of an email. */
export const calls = {
  'POST /web/email-changes': call({
    summary: 'Confirm a new email, with the token of an email',
    access: 'open',
    body: EmailProof,

    errors: ['email_change_expired', 'email_taken'],
    run: (ctx, { body }) => confirmEmailChange(ctx, body),
  }),
} satisfies Calls;
