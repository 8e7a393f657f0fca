import { navigate } from 'astro:transitions/client';
import { useEffect, useEffectEvent } from 'react';

import { ApiError } from '#lib/client/http/api-error.ts';
import { checkResetToken, markResetExpired } from '#lib/client/people/password-reset.ts';

const START_PATH = '/forgot-password';

/** The steps of a password reset. Back never returns to a finished step. */
export const goTo = {
  code: (token: string) => void navigate(`${START_PATH}/verification/${token}`),
  anotherCode: (token: string) =>
    void navigate(`${START_PATH}/verification/${token}`, { history: 'replace' }),
  password: (token: string) =>
    void navigate(`${START_PATH}/change-password/${token}`, { history: 'replace' }),
  success: () => void navigate(`${START_PATH}/success`, { history: 'replace' }),
};

/** Returns to the first step, which shows the reason. */
function restartReset(): void {
  markResetExpired();
  void navigate(START_PATH, { history: 'replace' });
}

/**
 * Runs one step of a reset, then opens the next page. A reset that cannot be finished starts again.
 * @throws ApiError for any other failure
 */
export async function runResetStep(step: () => Promise<void>): Promise<'navigating'> {
  try {
    await step();
  } catch (thrown) {
    if (!(thrown instanceof ApiError && thrown.code === 'reset_expired')) throw thrown;
    restartReset();
  }
  return 'navigating';
}

/**
 * Checks on arrival that the token is valid. If this request fails, the next step checks the token again.
 * @param isSending the next step was sent, so its response decides
 */
export function useTokenCheck(token: string, isSending: boolean): void {
  const onFailure = useEffectEvent((thrown: unknown) => {
    if (!isSending && thrown instanceof ApiError && thrown.status === 400) restartReset();
  });
  useEffect(() => {
    const control = new AbortController();
    checkResetToken({ token_id: token }, control.signal).catch((thrown) => onFailure(thrown));
    return () => control.abort();
  }, [token]);
}
