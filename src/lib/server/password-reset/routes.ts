import { Hono } from 'hono';

import {
  CodeEntry,
  FindAccount,
  PasswordReset,
  RecoveryToken,
} from '#lib/contract/password-reset.ts';
import { readCookie, writeCookie } from '#lib/server/http/cookies.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { csrfSubject } from '#lib/server/http/middleware/csrf.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';

import { beginRecovery, checkRecovery, resetPassword, verifyCode } from './service.ts';

/** Never empty: `requireCsrf` lets nobody through to here who has none. */
const owner = (c: RequestContext) => csrfSubject(c) ?? '';

/** A forgotten password (spec 7). */
export const recovery = new Hono<Env>()
  .post('/forgot-password', async (c) => {
    const { email } = await parseJson(c, FindAccount);
    const browser = { owner: owner(c), device: readCookie(c, 'device') };
    return c.json({ data: { token: await beginRecovery(c.get('ctx'), email, browser) } });
  })
  .post('/check-forgot-token', async (c) => {
    const { token_id } = await parseJson(c, RecoveryToken);
    await checkRecovery(c.get('ctx'), token_id, owner(c));
    return c.json({ data: null });
  })
  .post('/verify-otp', async (c) => {
    await verifyCode(c.get('ctx'), await parseJson(c, CodeEntry), owner(c));
    return c.json({ data: null });
  })
  .post('/reset-password', async (c) => {
    const device = await resetPassword(c.get('ctx'), await parseJson(c, PasswordReset), owner(c));
    writeCookie(c, 'device', device);
    return c.json({ data: null });
  });
