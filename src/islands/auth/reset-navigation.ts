import { navigate } from 'astro:transitions/client';

import { ApiError } from '#lib/client/http/api-error.ts';
import { markResetExpired } from '#lib/client/password-reset.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { PASSWORD_RESET_MESSAGES } from '#lib/contract/messages/auth.ts';

const START_PATH = '/forgot-password';

/** The steps of a recovery. Back never leads to one that is done. */
export const goTo = {
  code: (token: string) => void navigate(`${START_PATH}/verification/${token}`),
  anotherCode: (token: string) =>
    void navigate(`${START_PATH}/verification/${token}`, { history: 'replace' }),
  password: (token: string) =>
    void navigate(`${START_PATH}/change-password/${token}`, { history: 'replace' }),
  success: () => void navigate(`${START_PATH}/success`, { history: 'replace' }),
};

/** @returns whether a failure says that the token leads no further */
export const isResetExpired = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.code === 'reset_expired';

/** Leads back to where a recovery begins, and says why (spec 4). */
export function restartReset(): void {
  markResetExpired();
  showToast('LoginToast', 'error', PASSWORD_RESET_MESSAGES.reset_expired);
  void navigate(START_PATH, { history: 'replace' });
}
