import * as z from 'zod/mini';

import { Credentials, SignedIn } from '#lib/contract/auth.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

const Token = z.object({ token: z.string() });

/** Tokens and sessions. */
export const OPERATIONS = {
  'GET /token/csrf': {
    summary: 'Get a CSRF token, and the cookie that it belongs to',
    access: 'open',
    response: Token,
    isBare: true,
  },
  'GET /token/access': {
    summary: 'Get an access token of ten minutes',
    response: Token,
    isBare: true,
  },
  'POST /web/auth/login': {
    summary: 'Log in',
    access: 'open',
    withoutConsent: true,
    body: Credentials,
    response: SignedIn,
    errors: ['wrong_credentials', 'suspended'],
    limits: [LIMITS.signInIp, LIMITS.signInAccount, LIMITS.signInDevice, LIMITS.signInSuccess],
  },
  'POST /web/auth/logout': {
    summary: 'Log out',
    access: 'open',
    withoutConsent: true,
    response: NOTHING,
  },
} satisfies Operations;
