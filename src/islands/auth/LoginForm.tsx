import { useStore } from '@nanostores/react';

import { FormError } from '#islands/ui/form/FormError.tsx';
import { PasswordField } from '#islands/ui/form/PasswordField.tsx';
import { SubmitButton } from '#islands/ui/form/SubmitButton.tsx';
import { readForm } from '#lib/client/forms/read-form.ts';
import { useForm } from '#lib/client/forms/use-form.ts';
import { login } from '#lib/client/people/auth.ts';
import { redirectAfterSignIn } from '#lib/client/redirects.ts';
import { isLoggedIn } from '#lib/client/stores/login.ts';
import { SIGN_IN_MESSAGES } from '#lib/contract/messages/auth.ts';
import { Credentials } from '#lib/contract/people/sign-in/auth.ts';
import { t } from '#lib/messages/t.ts';

import { EmailField } from './EmailField.tsx';

import styles from './AuthForm.module.css';

async function enter(form: HTMLFormElement) {
  await login(readForm(form, Credentials, SIGN_IN_MESSAGES));
  redirectAfterSignIn();
  return 'navigating' as const;
}

export default function LoginForm() {
  const { failure, form, ...state } = useForm({ send: enter, area: 'LoginToast' });
  // Also true after a login with the passkey button beside the form.
  const isIn = useStore(isLoggedIn, { ssr: 'initial' });
  return (
    <form className={styles.form} method="post" action="/login" {...form}>
      <EmailField autoComplete="username webauthn" error={failure?.fields['email']} />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        error={failure?.fields['password']}
      />
      <SubmitButton
        isPending={state.isPending || isIn}
        label={t('auth.login')}
        pendingLabel={t('auth.logging_in')}
      />
      <FormError message={failure?.message} isToasted={failure?.isToasted} />
      <a className={`link ${styles.aside}`} href="/forgot-password">
        {t('auth.forgot')}
      </a>
    </form>
  );
}
