import { EmailProof } from '#lib/contract/email-changes.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

/** Changes of an email. */
export const OPERATIONS = {
  'POST /web/email-changes': {
    summary: 'Confirm a new email, with the token of an email',
    access: 'open',
    body: EmailProof,
    response: NOTHING,
    errors: ['email_change_expired', 'email_taken'],
  },
} satisfies Operations;
