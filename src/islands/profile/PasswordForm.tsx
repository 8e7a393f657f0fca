import * as z from 'zod/mini';

import { FormError } from '#islands/ui/form/FormError.tsx';
import { PasswordField } from '#islands/ui/form/PasswordField.tsx';
import { SubmitButton } from '#islands/ui/form/SubmitButton.tsx';
import { validationError } from '#lib/client/http/api-error.ts';
import { changePassword } from '#lib/client/profile.ts';
import { sessionsQuery } from '#lib/client/sessions.ts';
import { UNKNOWN_ERROR } from '#lib/contract/error-codes.ts';
import { CONFIRMATION_MESSAGES, PASSWORD_MESSAGES } from '#lib/contract/messages/auth.ts';
import { PasswordChange } from '#lib/contract/passwords.ts';

import { type SaveForm, useSettingsForm } from './use-settings-form.ts';

import styles from './Settings.module.css';

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
  if (data.new_password !== values['confirmation'])
    throw validationError(CONFIRMATION_MESSAGES.settings);
  return data;
}

const save: SaveForm = async (form, client) => {
  const saved = await changePassword(readPasswordForm(form));
  form.reset();
  // The other sessions have ended.
  void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return saved;
};

/** Changes the member's password. */
export function PasswordForm({ email }: { email: string }) {
  const { failure, form, ...state } = useSettingsForm(save);
  return (
    <form className={styles.form} method="post" {...form}>
      <FormError {...failure} />
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        name="old_password"
        autoComplete="current-password"
        error={failure?.fields['old_password']}
      />
      <PasswordField
        label="New Password"
        name="new_password"
        autoComplete="new-password"
        hint="8 characters or more, with a lower-case letter, an upper-case letter and a special character. Your other devices are then signed out."
        error={failure?.fields['new_password']}
      />
      <PasswordField label="Confirm Password" name="confirmation" autoComplete="new-password" />
      <SubmitButton {...state} label="Save" pendingLabel="Saving…" />
    </form>
  );
}
