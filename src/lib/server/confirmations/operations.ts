import { Confirmation } from '#lib/contract/confirmations.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** The password, entered again. */
export const OPERATIONS = {
  'POST /web/account/confirmations': {
    summary: 'Enter my password again, before what needs it',
    withoutConsent: true,
    body: Confirmation,
    response: NOTHING,
    errors: ['wrong_current_password'],
    limits: [LIMITS.confirmation],
  },
} satisfies Operations;
