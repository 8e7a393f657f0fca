import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { RESET_CODE } from '#lib/contract/people/password-reset.ts';
import { MAX_PASSWORD } from '#lib/contract/people/passwords.ts';
import { t } from '#lib/messages/t.ts';

type Messages = Partial<Record<ErrorCode, string>>;

/** For scripts of pages, which have one language: the server has messages/en.ts. */
export const SIGN_IN_MESSAGES = {
  email_required: t('error.email_required'),
  email_too_long: t('error.email_too_long'),
  email_invalid: t('error.email_invalid'),
  password_required: t('error.password_required'),
  password_too_long: t('error.password_too_long', { maximum: MAX_PASSWORD }),
  password_unprintable: t('error.password_unprintable'),
} satisfies Messages;

export const PASSWORD_MESSAGES = {
  passwords_required: 'Please enter your current password, new password, and confirmation.',
  password_weak:
    'Your password must be at least 8 characters long and contain at least one special character.',
  password_unchanged: 'Your new password must be different from your current password.',
  password_too_long: SIGN_IN_MESSAGES.password_too_long,
  password_unprintable: SIGN_IN_MESSAGES.password_unprintable,
} as const satisfies Messages;

export const PASSWORD_RESET_MESSAGES = {
  ...PASSWORD_MESSAGES,
  code_required: 'Please enter the code we sent you.',
  malformed_code: `Please enter all ${RESET_CODE.digits} digits.`,
  reset_expired:
    'This code has expired, or was requested in another browser. Enter it there, or request a new one here.',
} as const satisfies Messages;

/** Shown before anything is sent, when the two new passwords differ (docs/product.md, "Passwords"). */
export const CONFIRMATION_MESSAGES = {
  settings: 'Your new password and confirmation password do not match.',
  reset: 'Password does not match',
} as const;
