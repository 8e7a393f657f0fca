import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { MAX_PASSWORD, secret } from './passwords.ts';

/** At most 254 characters (RFC 5321), compared in lower case. */
export const Email = z
  .string('email_required' satisfies ErrorCode)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'email_required' satisfies ErrorCode),
    z.maxLength(254, 'email_too_long' satisfies ErrorCode),
    z.email('email_invalid' satisfies ErrorCode),
  );

export const Credentials = z.object({
  email: Email,
  password: secret({ max: MAX_PASSWORD, required: 'password_required' }),
});
export type Credentials = z.infer<typeof Credentials>;

export const SignedIn = z.object({ account_id: z.string(), name: z.string() });
export type SignedIn = z.infer<typeof SignedIn>;
