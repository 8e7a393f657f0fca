import { mutationOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { requestData } from '#lib/client/http/request.ts';
import { ignoreBody, type Parser } from '#lib/client/http/response-shape.ts';
import {
  type CodeEntry,
  type ResetRequest,
  type PasswordReset,
  type ResetToken,
  ResetStarted,
} from '#lib/contract/people/sign-in/password-reset.ts';

const KEY = 'password-reset';

const PendingReset = z.object({
  /** the recipient of the code */
  email: z.string(),
  /** milliseconds since 1970 */
  sentAt: z.number(),
  /** whether the code has expired, so that a new one must be requested */
  isExpired: z.optional(z.boolean()),
});

/** The password reset that was started in this tab. */
export type PendingReset = z.infer<typeof PendingReset>;

export function readPendingReset(): PendingReset | null {
  try {
    return z.parse(PendingReset, JSON.parse(sessionStorage.getItem(KEY) ?? ''));
  } catch {
    return null;
  }
}

const save = (pending: PendingReset) => sessionStorage.setItem(KEY, JSON.stringify(pending));

/** Stores that the reset has expired, for the page that requests a new one. */
export const markResetExpired = (): void =>
  save({ email: '', sentAt: 0, ...readPendingReset(), isExpired: true });

const post = <T>(path: string, parser: Parser<T>, json: unknown, signal?: AbortSignal) =>
  requestData(`web/auth/${path}`, parser, { method: 'post', json, signal });

/**
 * Requests a code by email; the account need not exist.
 * @returns the token for the next steps
 * @throws ApiError
 */
export async function requestReset(account: ResetRequest): Promise<string> {
  const { token } = await post('forgot-password', ResetStarted, account);
  save({ email: account.email, sentAt: Date.now() });
  return token;
}

/** Requests a new code; errors are shown in a toast. */
export const requestCodeMutation = mutationOptions({
  mutationFn: requestReset,
  meta: { errorToast: { area: 'LoginToast' } },
});

/**
 * Checks a token.
 * @throws ApiError when it is invalid
 */
export const checkResetToken = (token: ResetToken, signal: AbortSignal): Promise<null> =>
  post('check-forgot-token', ignoreBody, token, signal);

/**
 * Verifies the code.
 * @throws ApiError
 */
export const verifyCode = (entry: CodeEntry): Promise<null> =>
  post('verify-otp', ignoreBody, entry);

/**
 * Sets the new password; all sessions end.
 * @throws ApiError
 */
export const resetPassword = (reset: PasswordReset): Promise<null> =>
  post('reset-password', ignoreBody, reset);
