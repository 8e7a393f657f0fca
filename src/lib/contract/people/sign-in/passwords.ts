import * as z from 'zod/mini';

import { isStorable } from '#lib/contract/characters.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** Longer ones are rejected before they are hashed. */
export const MAX_PASSWORD = 256;

const MIN_PASSWORD = 8;

/**
 * A password as typed: never trimmed.
 * @param options `max` length in UTF-16 units; `required`: the error code when empty
 */
export const secret = (options: { max: number; required: ErrorCode }) =>
  z
    .string(options.required)
    .check(
      z.minLength(1, options.required),
      z.maxLength(options.max, 'password_too_long' satisfies ErrorCode),
      z.refine(isStorable, 'password_unprintable' satisfies ErrorCode),
    );

/**
 * Depending on the device, an accented letter is one character or two: the password is the same (Unicode, NFC). Texts
 * that are too long are rejected anyway, and normalizing them would take long.
 */
export const normalizePassword = (typed: string): string =>
  typed.length > MAX_PASSWORD ? typed : typed.normalize('NFC');

/** @param other the value of a form field */
export const isSamePassword = (one: string, other: unknown): boolean =>
  typeof other === 'string' && normalizePassword(one) === normalizePassword(other);

export function isStrong(typed: string): boolean {
  const password = normalizePassword(typed);
  return (
    Array.from(password).length >= MIN_PASSWORD &&
    /\p{Ll}/u.test(password) &&
    /\p{Lu}/u.test(password) &&
    /[^\p{L}\p{N}\s]/u.test(password)
  );
}

/** A new password (docs/product.md, "Passwords"). */
export const newPassword = (required: ErrorCode) =>
  secret({ max: MAX_PASSWORD, required }).check(
    z.refine(isStrong, 'password_weak' satisfies ErrorCode),
  );

export const isAnother = (change: { old_password: string; new_password: string }) =>
  !isSamePassword(change.new_password, change.old_password);

/** The confirmation is not sent to the server. */
export const PasswordChange = z
  .object({
    old_password: secret({ max: MAX_PASSWORD, required: 'passwords_required' }),
    new_password: newPassword('passwords_required'),
  })
  .check(
    z.refine(isAnother, {
      error: 'password_unchanged' satisfies ErrorCode,
      path: ['new_password'],
    }),
  );
export type PasswordChange = z.infer<typeof PasswordChange>;
