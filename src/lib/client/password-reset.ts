import { mutationOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type {
  CodeEntry,
  ResetRequest,
  PasswordReset,
  ResetToken,
} from '#lib/contract/password-reset.ts';
import { ResetStarted } from '#lib/contract/password-reset.ts';

import { requestData } from './http/request.ts';
import { ignoreBody, type Parser } from './http/response-shape.ts';

const KEY = 'recovery';

const Recovery = z.object({
  /** to whom the code was sent */
  email: z.string(),
  /** when, milliseconds since 1970 */
  sentAt: z.number(),
  /** whether the code has expired, and another one must be requested */
  isExpired: z.optional(z.boolean()),
});

/** What this tab knows of the recovery that is under way, for as long as it is. */
export type Recovery = z.infer<typeof Recovery>;

/** @returns the recovery under way, or null */
export function readRecovery(): Recovery | null {
  try {
    return z.parse(Recovery, JSON.parse(sessionStorage.getItem(KEY) ?? ''));
  } catch {
    return null;
  }
}

const keep = (recovery: Recovery) => sessionStorage.setItem(KEY, JSON.stringify(recovery));

/** Remembers that the reset has expired, for the page where another one is requested. */
export const markResetExpired = (): void =>
  keep({ email: '', sentAt: 0, ...readRecovery(), isExpired: true });

const post = <T>(path: string, reader: Parser<T>, json: unknown) =>
  requestData(`web/auth/${path}`, reader, { method: 'post', json });

/**
 * Has a code sent to an address, whether or not somebody has it.
 * @returns the token of the pages that follow
 * @throws ApiError
 */
export async function findAccount(account: ResetRequest): Promise<string> {
  const { token } = await post('forgot-password', ResetStarted, account);
  keep({ email: account.email, sentAt: Date.now() });
  return token;
}

/** Requests a code with a toast for errors, where no form shows them. */
export const requestCodeMutation = mutationOptions({
  mutationFn: findAccount,
  meta: { errorToast: { area: 'LoginToast' } },
});

/** Asks whether a token still leads on. @throws ApiError when it does not */
export const checkToken = (token: ResetToken): Promise<null> =>
  post('check-forgot-token', ignoreBody, token);

/** Hands in the code. @throws ApiError */
export const verifyCode = (entry: CodeEntry): Promise<null> =>
  post('verify-otp', ignoreBody, entry);

/** Sets the new password; nobody is signed in any more. @throws ApiError */
export const resetPassword = (reset: PasswordReset): Promise<null> =>
  post('reset-password', ignoreBody, reset);
