import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** For how long the link to prove a new email works. */
export const EMAIL_CHANGE_HOURS = 24;

/** The token in the link that was sent to the new email. */
export const EmailProof = z.object({
  token: z
    .string('email_change_expired' satisfies ErrorCode)
    .check(z.regex(/^[\w-]{43}$/, 'email_change_expired' satisfies ErrorCode)),
});
export type EmailProof = z.infer<typeof EmailProof>;
