import * as z from 'zod/mini';

import { secret } from './text.ts';

/** Longer secrets are refused before they cost work. */
export const MAX_PASSWORD = 256;

/** The fewest characters of a new password (spec 9). */
const MIN_PASSWORD = 8;

/** What is said about new passwords, word for word (spec 5). */
export const PASSWORD_MESSAGES = {
  missing: 'Please enter your current password, new password, and confirmation.',
  weak: 'Your password must be at least 8 characters long and contain at least one special character.',
  mismatch: 'Your new password and confirmation password do not match.',
  /** the same, on the page after a forgotten password */
  resetMismatch: 'Password does not match',
  /** the server's, for what every guesser tries first (ASVS 6.2.4, 6.2.11, 6.2.12) */
  common: 'This password is easy to guess. Please choose another one.',
  /** a change that changes nothing */
  same: 'Your new password must be different from your current password.',
  /** the server's, 403 */
  wrongCurrent: 'Your current password is not correct.',
} as const;

const isStrong = (password: string) =>
  Array.from(password).length >= MIN_PASSWORD &&
  /\p{Ll}/u.test(password) &&
  /\p{Lu}/u.test(password) &&
  /[^\p{L}\p{N}\s]/u.test(password);

/** A new password: 8 characters or more, with a lower-case, an upper-case and a special one (spec 5). */
export const newPassword = (required: string) =>
  secret({ max: MAX_PASSWORD, required }).check(z.refine(isStrong, PASSWORD_MESSAGES.weak));

/** PATCH api/web/account/password; the confirmation never leaves the browser. */
export const PasswordChange = z
  .object({
    old_password: secret({ max: MAX_PASSWORD, required: PASSWORD_MESSAGES.missing }),
    new_password: newPassword(PASSWORD_MESSAGES.missing),
  })
  .check(
    z.refine((change) => change.new_password !== change.old_password, {
      error: PASSWORD_MESSAGES.same,
      path: ['new_password'],
    }),
  );
export type PasswordChange = z.infer<typeof PasswordChange>;

/**
 * What the Change Password form says before it sends anything (spec 5), in the order it is said.
 * @returns a message, or null when it may be sent
 */
export function passwordProblem(form: {
  old_password: string;
  new_password: string;
  confirmation: string;
}): string | null {
  if (!form.old_password || !form.new_password || !form.confirmation)
    return PASSWORD_MESSAGES.missing;
  const checked = z.safeParse(PasswordChange, form);
  if (!checked.success) return checked.error.issues[0]?.message ?? PASSWORD_MESSAGES.weak;
  return form.new_password === form.confirmation ? null : PASSWORD_MESSAGES.mismatch;
}
