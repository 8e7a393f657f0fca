import * as z from 'zod/mini';

import { PasswordField } from '#islands/ui/form/PasswordField.tsx';
import { validationError } from '#lib/client/http/api-error.ts';
import { changePassword } from '#lib/client/profile.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { sessionsQuery } from '#lib/client/sessions.ts';
import { UNKNOWN_ERROR } from '#lib/contract/error-codes.ts';
import { CONFIRMATION_MESSAGES, PASSWORD_MESSAGES } from '#lib/contract/messages/auth.ts';
import { PasswordChange } from '#lib/contract/passwords.ts';
import type { Profile } from '#lib/contract/profile.ts';

import { SettingsForm } from './SettingsForm.tsx';

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

async function save(form: HTMLFormElement): Promise<Profile> {
  const saved = await changePassword(readPasswordForm(form));
  form.reset();
  // The other sessions have ended.
  void queryClient().invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return saved;
}

/** Changes the member's password. */
export function PasswordForm({ email }: { email: string }) {
  return (
    <SettingsForm save={save}>
      {(errors) => (
        <>
          {/* Tells password managers whose password this is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Current Password"
            name="old_password"
            autoComplete="current-password"
            error={errors['old_password']}
          />
          <PasswordField
            label="New Password"
            name="new_password"
            autoComplete="new-password"
            hint="8 characters or more, with a lower-case letter, an upper-case letter and a special character. Your other devices are then signed out."
            error={errors['new_password']}
          />
          <PasswordField label="Confirm Password" name="confirmation" autoComplete="new-password" />
        </>
      )}
    </SettingsForm>
  );
}
