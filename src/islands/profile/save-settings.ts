// Validates and sends the forms of the settings. Loaded when one is sent.
import * as z from 'zod/mini';

import { fillForm, readForm } from '#lib/client/forms/read-form.ts';
import { UNKNOWN_ERROR, validationError } from '#lib/client/http/api-error.ts';
import { changePassword, saveName, savePhone } from '#lib/client/people/profile.ts';
import { sessionsQuery } from '#lib/client/people/sessions.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { CONFIRMATION_MESSAGES, PASSWORD_MESSAGES } from '#lib/contract/messages/auth.ts';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';
import { NameInput, nameProblem, PhoneInput } from '#lib/contract/people/profile.ts';
import { isSamePassword, PasswordChange } from '#lib/contract/people/sign-in/passwords.ts';

import type { Save } from './SettingsForm.tsx';

function nameError(code: 'middle_name_required' | 'no_changes') {
  const message = PROFILE_MESSAGES[code];
  return validationError(message, code === 'middle_name_required' ? { middle_name: message } : {});
}

const name: Save = async (form, current) => {
  const sent = readForm(form, NameInput, PROFILE_MESSAGES);
  const problem = nameProblem(sent, current);
  if (problem) throw nameError(problem);
  const saved = await saveName(sent);
  const { first_name, middle_name, last_name } = saved;
  fillForm(form, { first_name, middle_name, last_name });
  return saved;
};

const phone: Save = async (form, { contact_phone }) => {
  const sent = readForm(form, PhoneInput, PROFILE_MESSAGES);
  const unchanged = PROFILE_MESSAGES.no_changes;
  if (sent.phone_number === contact_phone)
    throw validationError(unchanged, { phone_number: unchanged });
  const saved = await savePhone(sent);
  fillForm(form, { phone_number: saved.contact_phone ?? '' });
  return saved;
};

const messages: Record<string, string> = PASSWORD_MESSAGES;

/**
 * Validates the form (docs/product.md, "Passwords"). The confirmation never leaves the browser.
 * @throws ApiError with the first error
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

const password: Save = async (form) => {
  const saved = await changePassword(readPasswordForm(form));
  form.reset();
  // Changing the password ends the other sessions.
  void queryClient().invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return saved;
};

export const SAVES = { name, phone, password };
