import * as z from 'zod/mini';

import { UNKNOWN_ERROR, validationError } from '#lib/client/http/api-error.ts';
import { changePassword } from '#lib/client/people/profile.ts';
import { sessionsQuery } from '#lib/client/people/sessions.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { CONFIRMATION_MESSAGES, PASSWORD_MESSAGES } from '#lib/contract/messages/auth.ts';
import { isSamePassword, PasswordChange } from '#lib/contract/people/passwords.ts';

import type { Save } from './SettingsForm.tsx';

const messages: Record<string, string> = PASSWORD_MESSAGES;

/**
 * Validates the form (docs/product.md, "Passwords"); the confirmation never leaves the browser.
 * @throws ApiError with the first thing that is wrong
 */
function readPasswordForm(form: HTMLFormElement): PasswordChange {
  const values = Object.fromEntries(new FormData(form));
  if (Object.values(values).includes(''))
    throw validationError(PASSWORD_MESSAGES.passwords_required);
  const { success, data, error } = z.safeParse(PasswordChange, values);
  if (!success) throw validationError(messages[error.issues[0]?.message ?? ''] ?? UNKNOWN_ERROR);
  if (!isSamePassword(data.new_password, values['confirmation']))
    throw validationError(CONFIRMATION_MESSAGES.settings);
  return data;
}

export const save: Save = async (form) => {
  const saved = await changePassword(readPasswordForm(form));
  form.reset();
  // The other sessions have ended.
  void queryClient().invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return saved;
};
