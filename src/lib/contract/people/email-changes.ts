import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** For how many hours the link that confirms a new email address is valid. */
export const EMAIL_CHANGE_HOURS = 24;

/** The token in the link that was sent to the new address. */
export const EmailProof = z.object({
  token: z
    .string('email_change_expired' satisfies ErrorCode)
    .check(z.regex(/^[\w-]{43}$/, 'email_change_expired' satisfies ErrorCode)),
});
export type EmailProof = z.infer<typeof EmailProof>;
