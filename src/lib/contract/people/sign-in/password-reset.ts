import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { Email } from './auth.ts';
import { newPassword } from './passwords.ts';

/** See docs/product.md, "Password reset". */
export const RESET_CODE = {
  digits: 8,
  /** for entering the code, and then again for the new password */
  minutes: 10,
  /** wrong codes per hour */
  tries: 5,
  /** between two codes */
  resendSeconds: 60,
} as const;

export const ResetRequest = z.object({ email: Email });
export type ResetRequest = z.infer<typeof ResetRequest>;

export const ResetStarted = z.object({ token: z.string() });

const TokenId = z
  .string('reset_expired' satisfies ErrorCode)
  .check(z.regex(/^[\w-]{43}$/, 'reset_expired' satisfies ErrorCode));

export const ResetToken = z.object({ token_id: TokenId });
export type ResetToken = z.infer<typeof ResetToken>;

/** A code of an email. Spaces and hyphens are ignored. */
export const Code = z.string('code_required' satisfies ErrorCode).check(
  z.overwrite((typed) => typed.replaceAll(/[\s-]/g, '')),
  z.minLength(1, 'code_required' satisfies ErrorCode),
  z.regex(new RegExp(`^\\d{${RESET_CODE.digits}}$`), 'malformed_code' satisfies ErrorCode),
);

export const CodeEntry = z.object({ otp: Code, token_id: TokenId });
export type CodeEntry = z.infer<typeof CodeEntry>;

/** For how many hours an operator's link to a first password is valid. */
export const PASSWORD_LINK_HOURS = 24;

/** An operator's link: the account, the expiry, and the signature. */
export const PasswordLinkEntry = z.object({
  token: z
    .string('password_link_expired' satisfies ErrorCode)
    .check(
      z.regex(
        /^[\da-f-]{36}\.[\da-z]{1,12}\.[\w-]{43}$/,
        'password_link_expired' satisfies ErrorCode,
      ),
    ),
  password: newPassword('password_weak'),
});
export type PasswordLinkEntry = z.infer<typeof PasswordLinkEntry>;

export const PasswordReset = z.object({
  password: newPassword('password_weak'),
  token_id: TokenId,
});
export type PasswordReset = z.infer<typeof PasswordReset>;
