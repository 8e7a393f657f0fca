import * as z from 'zod/mini';

import { Email } from './auth.ts';
import { newPassword, PASSWORD_MESSAGES } from './passwords.ts';

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

/** What is said about codes. */
export const CODE_MESSAGES = {
  missing: 'Please enter the code we sent you.',
  form: `The code has ${RESET_CODE.digits} digits.`,
  /** 400; the page stays */
  wrong: 'This code is not correct. Please check it and try again.',
  /** 400; the way back is /forgot-password */
  ended: 'This code is no longer valid. Please ask for a new one.',
} as const;

/** POST api/web/auth/forgot-password; the answer is the same for addresses nobody has. */
export const ResetRequest = z.object({ email: Email });
export type ResetRequest = z.infer<typeof ResetRequest>;

/** The answer of forgot-password: the `token_id` of the pages that follow. */
export const ResetStarted = z.object({ token: z.string() });

const TokenId = z
  .string({ error: CODE_MESSAGES.ended })
  .check(z.regex(/^[\w-]{43}$/, CODE_MESSAGES.ended));

/** POST api/web/auth/check-forgot-token: 200 while the token leads on, 400 afterwards. */
export const ResetToken = z.object({ token_id: TokenId });
export type ResetToken = z.infer<typeof ResetToken>;

/** POST api/web/auth/verify-otp. Spaces and dashes around and between the digits are forgiven. */
export const CodeEntry = z.object({
  otp: z.string({ error: CODE_MESSAGES.missing }).check(
    z.overwrite((typed) => typed.replaceAll(/[\s-]/g, '')),
    z.minLength(1, CODE_MESSAGES.missing),
    z.regex(new RegExp(`^\\d{${RESET_CODE.digits}}$`), CODE_MESSAGES.form),
  ),
  token_id: TokenId,
});
export type CodeEntry = z.infer<typeof CodeEntry>;

/** POST api/web/auth/reset-password. */
export const PasswordReset = z.object({
  password: newPassword(PASSWORD_MESSAGES.weak),
  token_id: TokenId,
});
export type PasswordReset = z.infer<typeof PasswordReset>;
