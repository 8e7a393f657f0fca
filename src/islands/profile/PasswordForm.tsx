import * as z from 'zod/mini';

import { FormError } from '#islands/ui/feedback/ErrorState.tsx';
import { PasswordField } from '#islands/ui/form/PasswordField.tsx';
import { SubmitButton } from '#islands/ui/form/SubmitButton.tsx';
import { readForm } from '#lib/client/forms/read-form.ts';
import { validationError } from '#lib/client/http/api-error.ts';
import { changePassword } from '#lib/client/profile.ts';
import { sessionsQuery } from '#lib/client/sessions.ts';
import { passwordProblem } from '#lib/contract/passwords.ts';

import { type SaveForm, useSettingsForm } from './use-settings-form.ts';

import styles from './Settings.module.css';

const Typed = z.object({
  old_password: z.string(),
  new_password: z.string(),
  confirmation: z.string(),
});

const save: SaveForm = async (form, client) => {
  const { confirmation, ...change } = readForm(form, Typed);
  const problem = passwordProblem({ ...change, confirmation });
  if (problem) throw validationError(problem);
  const saved = await changePassword(change);
  form.reset();
  // The other devices are signed out now.
  void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return saved;
};

/** Changes one's password (spec 5). */
export function PasswordForm({ email }: { email: string }) {
  const { failure, form, ...state } = useSettingsForm(save);
  return (
    <form className={styles.form} method="post" {...form}>
      <FormError {...failure} />
      {/* Tells a password manager whose password this is. */}
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
        hint="8 characters or more, with a small letter, a capital letter and a special character. Your other devices are then signed out."
        error={failure?.fields['new_password']}
      />
      <PasswordField label="Confirm Password" name="confirmation" autoComplete="new-password" />
      <SubmitButton {...state} label="Save" pendingLabel="Saving…" />
    </form>
  );
}
