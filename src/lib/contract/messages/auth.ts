import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { RESET_CODE } from '#lib/contract/people/sign-in/password-reset.ts';
import { MAX_PASSWORD } from '#lib/contract/people/sign-in/passwords.ts';
import { t } from '#lib/messages/t.ts';

type Messages = Partial<Record<ErrorCode, string>>;

/** For page scripts, which are built per language; the server has lib/messages. */
export const SIGN_IN_MESSAGES = {
  email_required: t('error.email_required'),
  email_too_long: t('error.email_too_long'),
  email_invalid: t('error.email_invalid'),
  password_required: t('error.password_required'),
  password_too_long: t('error.password_too_long', { maximum: MAX_PASSWORD }),
  password_unprintable: t('error.password_unprintable'),
} satisfies Messages;

export const PASSWORD_MESSAGES = {
  passwords_required: t('error.passwords_required'),
  password_weak: t('error.password_weak'),
  password_unchanged: t('error.password_unchanged'),
  password_too_long: SIGN_IN_MESSAGES.password_too_long,
  password_unprintable: SIGN_IN_MESSAGES.password_unprintable,
} satisfies Messages;

export const PASSWORD_RESET_MESSAGES = {
  ...PASSWORD_MESSAGES,
  code_required: t('error.code_required'),
  malformed_code: t('error.malformed_code', { digits: RESET_CODE.digits }),
  reset_expired: t('error.reset_expired'),
} satisfies Messages;

/** Shown before anything is sent when the two new passwords differ (docs/product.md, "Passwords"). */
export const CONFIRMATION_MESSAGES = {
  settings: t('error.confirmation_differs'),
  reset: t('error.password_differs'),
};
