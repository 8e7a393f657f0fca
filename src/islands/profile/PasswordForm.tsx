import { PasswordField } from '#islands/ui/form/PasswordField.tsx';

import { SettingsForm, type SettingsProps } from './SettingsForm.tsx';

/** Changes the member's password. */
export function PasswordForm({ profile, load }: SettingsProps) {
  return (
    <SettingsForm profile={profile} load={load}>
      {(errors) => (
        <>
          {/* Tells password managers whose password this is. */}
          <input type="email" autoComplete="username" value={profile.email} readOnly hidden />
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
            hint="8 characters or more, with a lowercase letter, an uppercase letter, and a special character (like ! or #). You’ll be logged out on your other devices."
            error={errors['new_password']}
          />
          <PasswordField label="Confirm Password" name="confirmation" autoComplete="new-password" />
        </>
      )}
    </SettingsForm>
  );
}
