import { navigate } from 'astro:transitions/client';

import { ApiError } from '#lib/client/http/api-error.ts';
import { noteEnded } from '#lib/client/password-reset.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { CODE_MESSAGES } from '#lib/contract/password-reset.ts';

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
  thrown instanceof ApiError && thrown.message === CODE_MESSAGES.ended;

/** Leads back to where a recovery begins, and says why (spec 4). */
export function restartReset(): void {
  noteEnded(CODE_MESSAGES.ended);
  showToast('LoginToast', 'error', CODE_MESSAGES.ended);
  void navigate(START_PATH, { history: 'replace' });
}
