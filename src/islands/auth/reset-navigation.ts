import { navigate } from 'astro:transitions/client';

import { ApiError } from '#lib/client/http/api-error.ts';
import { markResetExpired } from '#lib/client/people/password-reset.ts';

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

/** Returns to the first step, which says why. */
export function restartReset(): void {
  markResetExpired();
  void navigate(START_PATH, { history: 'replace' });
}

/**
 * Runs a step of a reset, which leads to another page. A reset that can no longer be finished starts again.
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
