import {
  CodeEntry,
  PasswordReset,
  ResetRequest,
  ResetStarted,
  ResetToken,
} from '#lib/contract/people/sign-in/password-reset.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import {
  bindVisitor,
  readBinding,
  readCookie,
  writeCookie,
} from '#lib/server/platform/http/cookies.ts';
import type { RequestContext } from '#lib/server/platform/http/env.ts';

import { checkReset, LIMITS, requestReset, resetPassword, verifyCode } from './service.ts';

/** @returns the binding of a reset to the browser that requested it */
const browserOf = (c: RequestContext): string => readBinding(c) ?? bindVisitor(c);

/** Password resets. */
export const calls = {
  'POST /web/auth/forgot-password': call({
    summary: 'Request a code to reset my password',
    access: 'open',
    withoutConsent: true,
    body: ResetRequest,
    response: ResetStarted,
    limits: [
      LIMITS.resetIp,
      LIMITS.resetNetwork,
      LIMITS.resetAccountHour,
      LIMITS.resetAccount,
      LIMITS.resetDevice,
      LIMITS.resetResend,
    ],
    run: async (ctx, { body }, c) => {
      const browser = { client: browserOf(c), device: readCookie(c, 'device') };
      return { token: await requestReset(ctx, body.email, browser) };
    },
  }),
  'POST /web/auth/check-forgot-token': call({
    summary: 'Check whether a reset is valid',
    access: 'open',
    withoutConsent: true,
    body: ResetToken,
    errors: ['reset_expired'],
    run: (ctx, { body }, c) => checkReset(ctx, body.token_id, browserOf(c)),
  }),
  'POST /web/auth/verify-otp': call({
    summary: 'Enter the code',
    access: 'open',
    withoutConsent: true,
    body: CodeEntry,
    errors: ['reset_expired', 'wrong_code'],
    limits: [LIMITS.resetCode],
    run: (ctx, { body }, c) => verifyCode(ctx, body, browserOf(c)),
  }),
  'POST /web/auth/reset-password': call({
    summary: 'Choose the new password',
    access: 'open',
    withoutConsent: true,
    body: PasswordReset,
    errors: ['reset_expired', 'common_password'],
    run: async (ctx, { body }, c) => {
      writeCookie(c, 'device', await resetPassword(ctx, body, browserOf(c)));
    },
  }),
} satisfies Calls;
