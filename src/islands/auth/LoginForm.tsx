import { useEffect, useRef } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { TextField } from '#islands/ui/TextField.tsx';

import { PasswordField } from './PasswordField.tsx';
import { useLogin } from './use-login.ts';

import styles from './LoginForm.module.css';

const Submit = ({ isReady, isPending }: { isReady: boolean; isPending: boolean }) => (
  <button type="submit" className="button" disabled={!isReady || isPending}>
    {isPending && <Spinner />}
    {isPending ? 'Signing in…' : 'Login'}
  </button>
);

/** Signing in (spec 2). Until the script runs nothing can be sent, so that no password ends in an address. */
export default function LoginForm() {
  const { failure, isPending, isReady, submit } = useLogin();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[role=alert], [aria-invalid]')?.focus();
  }, [failure]);
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      action="/login"
      noValidate
      onSubmit={submit}
    >
      {failure?.message && (
        <p className={styles.failure} role="alert" tabIndex={-1}>
          <Icon name="alert" />
          {failure.message}
        </p>
      )}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={failure?.fields['email']}
      />
      <PasswordField error={failure?.fields['password']} />
      <Submit isReady={isReady} isPending={isPending} />
      <a className={styles.forgot} href="/forgot-password">
        Forgot Password
      </a>
    </form>
  );
}
