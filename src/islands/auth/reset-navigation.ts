import { navigate } from 'astro:transitions/client';

import { CallFailed } from '#lib/client/http/api-error.ts';
import { noteEnded } from '#lib/client/password-reset.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { CODE_MESSAGES } from '#lib/contract/password-reset.ts';

const START = '/forgot-password';

/** The steps of a recovery. Back never leads to one that is done. */
export const goTo = {
  code: (token: string) => void navigate(`${START}/verification/${token}`),
  anotherCode: (token: string) =>
    void navigate(`${START}/verification/${token}`, { history: 'replace' }),
  password: (token: string) =>
    void navigate(`${START}/change-password/${token}`, { history: 'replace' }),
  success: () => void navigate(`${START}/success`, { history: 'replace' }),
};

/** @returns whether a failure says that the token leads no further */
export const isEnded = (thrown: unknown): boolean =>
  thrown instanceof CallFailed && thrown.message === CODE_MESSAGES.ended;

/** Leads back to where a recovery begins, and says why (spec 4). */
export function startAgain(): void {
  noteEnded(CODE_MESSAGES.ended);
  showToast('LoginToast', 'error', CODE_MESSAGES.ended);
  void navigate(START, { history: 'replace' });
}
