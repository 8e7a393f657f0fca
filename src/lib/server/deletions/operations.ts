import { Confirmation } from '#lib/contract/confirmations.ts';
import { Deletion } from '#lib/contract/deletions.ts';
import { LIMITS } from '#lib/server/confirmations/limits.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

/** The deletion of an account. */
export const OPERATIONS = {
  'POST /web/account/deletion': {
    summary: 'Request the deletion of my account',
    withoutConsent: true,
    body: Confirmation,
    response: Deletion,
    status: [202],
    errors: ['wrong_current_password', 'last_staff_member'],
    limits: [LIMITS.confirmation],
  },
} satisfies Operations;
