import { Hono } from 'hono';
import * as z from 'zod/mini';

import { EXPLORE_PATH } from '#lib/contract/paths.ts';
import { Credentials, SignedIn } from '#lib/contract/people/sign-in/auth.ts';
import { PhoneCredentials } from '#lib/contract/people/sign-in/phone-login.ts';
import { safeRedirect } from '#lib/contract/redirects.ts';
import { LIMITS } from '#lib/server/people/credentials/sign-in-limits.ts';
import { endSession } from '#lib/server/people/sessions/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import {
  signInBrowser,
  writeCookie,
  writeSignInCookies,
} from '#lib/server/platform/http/cookies.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { issueCsrfToken } from '#lib/server/platform/http/middleware/csrf.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { issueAccessToken } from './access-tokens.ts';
import { signIn } from './service.ts';

const Token = z.object({ token: z.string() });

/** Logs in with a phone number, and sets the cookies. */
async function signInByPhone(
  ctx: Ctx,
  { phone_number: login, password }: PhoneCredentials,
  c: RequestContext,
): Promise<SignedIn> {
  const input = { by: 'sign_in_phone', login, password } as const;
  const { member, ...tokens } = await signIn(ctx, input, signInBrowser(c));
  writeSignInCookies(c, tokens);
  return member;
}

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
      const { email: login, password } = body;
      const input = { by: 'email', login, password } as const;
      const { member, ...tokens } = await signIn(ctx, input, signInBrowser(c));
      writeSignInCookies(c, tokens);
      return member;
    },
  }),
  'POST /web/auth/phone-login': call({
    summary: 'Log in with a phone number',
    access: 'open',
    withoutConsent: true,
    body: PhoneCredentials,
    response: SignedIn,
    errors: ['wrong_phone_credentials', 'suspended'],
    limits: [LIMITS.signInIp, LIMITS.signInAccount, LIMITS.signInDevice, LIMITS.signInSuccess],
    run: (ctx, { body }, c) => signInByPhone(ctx, body, c),
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
      // Not "storage", which would delete the data of other accounts. The page deletes this account's
      // (client/people/wipe-account.ts).
      c.header('clear-site-data', '"cache"');
    },
  }),
} satisfies Calls;

async function sendPhone(ctx: Ctx, { values, c }: SentForm): Promise<string> {
  const given = { phone_number: values.get('phone_number'), password: values.get('password') };
  await signInByPhone(ctx, parse(PhoneCredentials, given), c);
  return safeRedirect(c.req.query('redirect') ?? null, EXPLORE_PATH);
}

/** The plain form for logging in with a phone number. */
export const phoneSignInForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { '': sendPhone }, { isOpen: true }));
