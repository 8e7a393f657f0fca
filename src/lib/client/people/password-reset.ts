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
  /** whether the code has expired, and another one must be requested */
  isExpired: z.optional(z.boolean()),
});

/** The reset that was started in this tab. */
export type PendingReset = z.infer<typeof PendingReset>;

export function readPendingReset(): PendingReset | null {
  try {
    return z.parse(PendingReset, JSON.parse(sessionStorage.getItem(KEY) ?? ''));
  } catch {
    return null;
  }
}

const save = (pending: PendingReset) => sessionStorage.setItem(KEY, JSON.stringify(pending));

/** Remembers that the reset has expired, for the page where another one is requested. */
export const markResetExpired = (): void =>
  save({ email: '', sentAt: 0, ...readPendingReset(), isExpired: true });

const post = <T>(path: string, parser: Parser<T>, json: unknown, signal?: AbortSignal) =>
  requestData(`web/auth/${path}`, parser, { method: 'post', json, signal });

/**
 * Requests a code by email, whether or not the account exists.
 * @returns the token of the next steps
 * @throws ApiError
 */
export async function requestReset(account: ResetRequest): Promise<string> {
  const { token } = await post('forgot-password', ResetStarted, account);
  save({ email: account.email, sentAt: Date.now() });
  return token;
}

/** Requests another code; errors are shown in a toast. */
export const requestCodeMutation = mutationOptions({
  mutationFn: requestReset,
  meta: { errorToast: { area: 'LoginToast' } },
});

/**
 * Checks that a token is valid.
 * @throws ApiError when it is not
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
 * Sets the new password; every session ends.
 * @throws ApiError
 */
export const resetPassword = (reset: PasswordReset): Promise<null> =>
  post('reset-password', ignoreBody, reset);
