import * as z from 'zod/mini';

import type { ErrorCode } from './error-codes.ts';
import { secret } from './text.ts';

/** Longer secrets are refused before they cost work. */
export const MAX_PASSWORD = 256;

/** The fewest characters of a new password (spec 9). */
const MIN_PASSWORD = 8;

const isStrong = (password: string) =>
  Array.from(password).length >= MIN_PASSWORD &&
  /\p{Ll}/u.test(password) &&
  /\p{Lu}/u.test(password) &&
  /[^\p{L}\p{N}\s]/u.test(password);

/** A new password: 8 characters or more, with a lower-case, an upper-case and a special one (spec 5). */
export const newPassword = (required: ErrorCode) =>
  secret({ max: MAX_PASSWORD, required }).check(
    z.refine(isStrong, 'password_weak' satisfies ErrorCode),
  );

/** PATCH api/web/account/password; the confirmation never leaves the browser. */
export const PasswordChange = z
  .object({
    old_password: secret({ max: MAX_PASSWORD, required: 'passwords_required' }),
    new_password: newPassword('passwords_required'),
  })
  .check(
    z.refine((change) => change.new_password !== change.old_password, {
      error: 'password_unchanged' satisfies ErrorCode,
      path: ['new_password'],
    }),
  );
export type PasswordChange = z.infer<typeof PasswordChange>;
