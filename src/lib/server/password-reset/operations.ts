import {
  CodeEntry,
  PasswordReset,
  ResetRequest,
  ResetStarted,
  ResetToken,
} from '#lib/contract/password-reset.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** The reset of a password. */
export const OPERATIONS = {
  'POST /web/auth/forgot-password': {
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
  },
  'POST /web/auth/check-forgot-token': {
    summary: 'Check whether a reset is valid',
    access: 'open',
    withoutConsent: true,
    body: ResetToken,
    response: NOTHING,
    errors: ['reset_expired'],
  },
  'POST /web/auth/verify-otp': {
    summary: 'Enter the code',
    access: 'open',
    withoutConsent: true,
    body: CodeEntry,
    response: NOTHING,
    errors: ['reset_expired', 'wrong_code'],
    limits: [LIMITS.resetCode],
  },
  'POST /web/auth/reset-password': {
    summary: 'Choose the new password',
    access: 'open',
    withoutConsent: true,
    body: PasswordReset,
    response: NOTHING,
    errors: ['reset_expired', 'common_password'],
  },
} satisfies Operations;
