import * as z from 'zod/mini';

import { Credentials, SignedIn } from '#lib/contract/people/auth.ts';
import { endSession } from '#lib/server/people/sessions/service.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import {
  signInBrowser,
  writeCookie,
  writeSignInCookies,
} from '#lib/server/platform/http/cookies.ts';
import { issueCsrfToken } from '#lib/server/platform/http/middleware/csrf.ts';

import { issueAccessToken } from './access-tokens.ts';
import { LIMITS, signIn } from './service.ts';

const Token = z.object({ token: z.string() });

/** Tokens and sessions. */
export const calls = {
  'GET /token/csrf': call({
    summary: 'Get a CSRF token, and the cookie that it belongs to',
    access: 'open',
    response: Token,
    isBare: true,
    run: (_ctx, _input, c) => ({ token: issueCsrfToken(c) }),
  }),
  'GET /token/access': call({
    summary: 'Get an access token of ten minutes',
    response: Token,
    isBare: true,
    run: async (ctx) => ({ token: await issueAccessToken(ctx) }),
  }),
  'POST /web/auth/login': call({
    summary: 'Log in',
    access: 'open',
    withoutConsent: true,
    body: Credentials,
    response: SignedIn,
    errors: ['wrong_credentials', 'suspended'],
    limits: [LIMITS.signInIp, LIMITS.signInAccount, LIMITS.signInDevice, LIMITS.signInSuccess],
    run: async (ctx, { body }, c) => {
      const { member, ...tokens } = await signIn(ctx, body, signInBrowser(c));
      writeSignInCookies(c, tokens);
      return member;
    },
  }),
  'POST /web/auth/logout': call({
    summary: 'Log out',
    access: 'open',
    withoutConsent: true,

    run: async (ctx, _input, c) => {
      const session = c.get('session');
      if (session) await endSession(ctx, session);
      writeCookie(c, 'session', null);
      writeCookie(c, 'signed-out', null);
      // Not "storage", which would delete the data of other accounts. The page deletes this account's (client/wipe-account.ts).
      c.header('clear-site-data', '"cache"');
    },
  }),
} satisfies Calls;
