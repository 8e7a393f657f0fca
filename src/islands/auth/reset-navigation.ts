import { navigate } from 'astro:transitions/client';

import { ApiError } from '#lib/client/http/api-error.ts';
import { markResetExpired } from '#lib/client/password-reset.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { PASSWORD_RESET_MESSAGES } from '#lib/contract/messages/auth.ts';

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

/** Whether a reset can no longer be finished. */
export const isResetExpired = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.code === 'reset_expired';

/** Returns to the first step and says why. */
export function restartReset(): void {
  markResetExpired();
  showToast('LoginToast', 'error', PASSWORD_RESET_MESSAGES.reset_expired);
  void navigate(START_PATH, { history: 'replace' });
}
