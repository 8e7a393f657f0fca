import { FormError } from '#islands/ui/form/FormError.tsx';
import { PasswordField } from '#islands/ui/form/PasswordField.tsx';
import { SubmitButton } from '#islands/ui/form/SubmitButton.tsx';
import { readForm } from '#lib/client/forms/read-form.ts';
import { useForm } from '#lib/client/forms/use-form.ts';
import { validationError } from '#lib/client/http/api-error.ts';
import { clearClientState } from '#lib/client/people/auth.ts';
import { readPendingReset, resetPassword } from '#lib/client/people/password-reset.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import { CONFIRMATION_MESSAGES, PASSWORD_RESET_MESSAGES } from '#lib/contract/messages/auth.ts';
import { PasswordReset } from '#lib/contract/people/sign-in/password-reset.ts';
import { isSamePassword } from '#lib/contract/people/sign-in/passwords.ts';
import { t } from '#lib/messages/t.ts';

import { goTo, runResetStep, useTokenCheck } from './reset-navigation.ts';

import styles from './AuthForm.module.css';

function read(form: HTMLFormElement): PasswordReset {
  const reset = readForm(form, PasswordReset, PASSWORD_RESET_MESSAGES);
  const message = CONFIRMATION_MESSAGES.reset;
  if (!isSamePassword(reset.password, new FormData(form).get('confirmation')))
    throw validationError(message, { confirmation: message });
  return reset;
}

const save = (form: HTMLFormElement) =>
  runResetStep(async () => {
    await resetPassword(read(form));
    // The reset ended every session, including this browser’s.
    clearClientState();
    goTo.success();
  });

/** The last step of a password reset. */
export default function NewPasswordForm({ token }: { token: string }) {
  const { failure, form, ...state } = useForm({ send: save, area: 'LoginToast' });
  useTokenCheck(token, state.isPending);
  const email = useHydrated() ? readPendingReset()?.email : undefined;
  return (
    <form className={styles.form} method="post" {...form}>
      <input type="hidden" name="token_id" value={token} />
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        label={t('auth.new_password')}
        name="password"
        autoComplete="new-password"
        hint={t('auth.new_password_hint')}
        error={failure?.fields['password']}
      />
      <PasswordField
        label={t('auth.confirm_password')}
        name="confirmation"
        autoComplete="new-password"
        error={failure?.fields['confirmation']}
      />
      <SubmitButton {...state} label={t('form.save')} pendingLabel={t('form.saving')} />
      <FormError message={failure?.message} isToasted={failure?.isToasted} />
    </form>
  );
}
