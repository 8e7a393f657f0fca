import { useMutation } from '@tanstack/react-query';

import {
  readPendingReset,
  type PendingReset,
  requestCodeMutation,
} from '#lib/client/people/password-reset.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { useCountdown } from '#lib/client/use-clock.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import { RESET_CODE } from '#lib/contract/people/password-reset.ts';

import { goTo } from './reset-navigation.ts';

import styles from './AuthForm.module.css';

const WAIT_MS = RESET_CODE.resendSeconds * 1000;

function ResendButton({ email, sentAt }: PendingReset) {
  const seconds = useCountdown(sentAt + WAIT_MS);
  const { mutate, isPending, isSuccess } = useMutation(
    {
      ...requestCodeMutation,
      onSuccess: (token) => {
        goTo.anotherCode(token);
        showToast('LoginToast', 'success', 'A new code is on its way.');
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
      {seconds > 0 ? `Resend code in ${seconds}s` : 'Resend code'}
    </button>
  );
}

/** Requests another code, after a minute. Without a known email it leads back to the first step. */
export function ResendCode() {
  const pending = useHydrated() ? readPendingReset() : null;
  if (pending?.email) return <ResendButton key={pending.sentAt} {...pending} />;
  return (
    <a className={`link ${styles.aside}`} href="/forgot-password">
      Resend code
    </a>
  );
}
