import { useMutation } from '@tanstack/react-query';

import { FormError } from '#islands/ui/form/FormError.tsx';
import { SubmitButton } from '#islands/ui/form/SubmitButton.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { readForm } from '#lib/client/forms/read-form.ts';
import { useForm } from '#lib/client/forms/use-form.ts';
import {
  type PendingReset,
  readPendingReset,
  requestCodeMutation,
  verifyCode,
} from '#lib/client/people/password-reset.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { useCountdown } from '#lib/client/use-clock.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import { PASSWORD_RESET_MESSAGES } from '#lib/contract/messages/auth.ts';
import { CodeEntry, RESET_CODE } from '#lib/contract/people/sign-in/password-reset.ts';
import { t } from '#lib/messages/t.ts';

import { goTo, runResetStep, useTokenCheck } from './reset-navigation.ts';

import styles from './AuthForm.module.css';

const enter = (form: HTMLFormElement) =>
  runResetStep(async () => {
    const entry = readForm(form, CodeEntry, PASSWORD_RESET_MESSAGES);
    await verifyCode(entry);
    goTo.password(entry.token_id);
  });

const WAIT_MS = RESET_CODE.resendSeconds * 1000;

function ResendButton({ email, sentAt }: PendingReset) {
  const seconds = useCountdown(sentAt + WAIT_MS);
  const { mutate, isPending, isSuccess } = useMutation(
    {
      ...requestCodeMutation,
      onSuccess: (token) => {
        goTo.anotherCode(token);
        showToast('LoginToast', 'success', t('auth.code_resent'));
      },
    },
    queryClient(),
  );
  return (
    <button
      type="button"
      className={`link ${styles.aside}`}
      disabled={seconds > 0 || isPending || isSuccess}
      onClick={() => mutate({ email })}
    >
      {seconds > 0 ? t('auth.resend_in', { seconds }) : t('auth.resend')}
    </button>
  );
}

/** Requests another code, at most once a minute. Without a known email, it links to the first step. */
function ResendCode() {
  const pending = useHydrated() ? readPendingReset() : null;
  if (pending?.email) return <ResendButton key={pending.sentAt} {...pending} />;
  return (
    <a className={`link ${styles.aside}`} href="/forgot-password">
      {t('auth.resend')}
    </a>
  );
}

export default function CodeForm({ token }: { token: string }) {
  const { failure, form, ...state } = useForm({ send: enter, area: 'LoginToast' });
  useTokenCheck(token, state.isPending);
  const email = useHydrated() ? readPendingReset()?.email : undefined;
  const { digits } = RESET_CODE;
  return (
    <form className={styles.form} method="post" {...form}>
      <input type="hidden" name="token_id" value={token} />
      <div className={styles.code}>
        <TextField
          label={t('auth.code')}
          hint={
            email
              ? t('auth.code_to_email', { digits, email })
              : t('auth.code_from_email', { digits })
          }
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          error={failure?.fields['otp']}
        />
      </div>
      <SubmitButton {...state} label={t('auth.continue')} pendingLabel={t('auth.checking_code')} />
      <FormError message={failure?.message} isToasted={failure?.isToasted} />
      <ResendCode />
    </form>
  );
}
