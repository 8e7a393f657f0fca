import * as z from 'zod/mini';

import { Email } from './auth.ts';
import type { ErrorCode } from './error-codes.ts';
import { newPassword } from './passwords.ts';

/** The code sent by mail (design 5). */
export const RESET_CODE = {
  digits: 8,
  /** how long it serves, and then how long the new password may take */
  minutes: 10,
  /** wrong codes an account has in an hour */
  tries: 5,
  /** seconds until another one may be asked for */
  resendSeconds: 60,
} as const;

/** POST api/web/auth/forgot-password; the answer is the same for addresses nobody has. */
export const ResetRequest = z.object({ email: Email });
export type ResetRequest = z.infer<typeof ResetRequest>;

/** The answer of forgot-password: the `token_id` of the pages that follow. */
export const ResetStarted = z.object({ token: z.string() });

const TokenId = z
  .string('reset_expired' satisfies ErrorCode)
  .check(z.regex(/^[\w-]{43}$/, 'reset_expired' satisfies ErrorCode));

/** POST api/web/auth/check-forgot-token: 200 while the token leads on, 400 afterwards. */
export const ResetToken = z.object({ token_id: TokenId });
export type ResetToken = z.infer<typeof ResetToken>;

/** POST api/web/auth/verify-otp. Spaces and dashes around and between the digits are forgiven. */
export const CodeEntry = z.object({
  otp: z.string('code_required' satisfies ErrorCode).check(
    z.overwrite((typed) => typed.replaceAll(/[\s-]/g, '')),
    z.minLength(1, 'code_required' satisfies ErrorCode),
    z.regex(new RegExp(`^\\d{${RESET_CODE.digits}}$`), 'malformed_code' satisfies ErrorCode),
  ),
  token_id: TokenId,
});
export type CodeEntry = z.infer<typeof CodeEntry>;

/** POST api/web/auth/reset-password. */
export const PasswordReset = z.object({
  password: newPassword('password_weak'),
  token_id: TokenId,
});
export type PasswordReset = z.infer<typeof PasswordReset>;
