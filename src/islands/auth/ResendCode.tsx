import { useMutation } from '@tanstack/react-query';

import { readRecovery, type Recovery, requestCodeMutation } from '#lib/client/password-reset.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { useCountdown } from '#lib/client/use-countdown.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import { RESET_CODE } from '#lib/contract/password-reset.ts';

import { goTo } from './reset-navigation.ts';

import styles from './AuthForm.module.css';

const WAIT_MS = RESET_CODE.resendSeconds * 1000;

function ResendButton({ email, sentAt }: Recovery) {
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
      className={styles.aside}
      disabled={seconds > 0 || isPending || isSuccess}
      onClick={() => mutate({ email })}
    >
      {seconds > 0 ? `Send a new code in ${seconds} s` : 'Send a new code'}
    </button>
  );
}

/** Asks for another code, at the earliest a minute after the last one. Where nobody knows the address any more, it leads back. */
export function ResendCode() {
  const recovery = useHydrated() ? readRecovery() : null;
  if (recovery?.email) return <ResendButton key={recovery.sentAt} {...recovery} />;
  return (
    <a className={styles.aside} href="/forgot-password">
      Send a new code
    </a>
  );
}
