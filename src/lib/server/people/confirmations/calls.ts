import { Confirmation } from '#lib/contract/people/confirmations.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS } from './limits.ts';
import { confirmPassword } from './service.ts';

/** The password, entered again. */
export const calls = {
  'POST /web/account/confirmations': call({
    summary: 'Enter my password again, before what needs it',
    withoutConsent: true,
    body: Confirmation,

    errors: ['wrong_current_password'],
    limits: [LIMITS.confirmation],
    run: (ctx, { body }) => confirmPassword(ctx, body),
  }),
} satisfies Calls;
