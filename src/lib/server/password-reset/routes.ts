import { Hono } from 'hono';

import {
  CodeEntry,
  ResetRequest,
  PasswordReset,
  ResetToken,
} from '#lib/contract/password-reset.ts';
import { bindVisitor, readBinding } from '#lib/server/http/browser-binding.ts';
import { readCookie, writeCookie } from '#lib/server/http/cookies.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';

import { requestReset, checkReset, resetPassword, verifyCode } from './service.ts';

/** @returns what binds a reset to the browser that requested it */
const browserOf = (c: RequestContext): string => readBinding(c) ?? bindVisitor(c);

export const passwordReset = new Hono<Env>()
  .post('/forgot-password', async (c) => {
    const { email } = await parseJson(c, ResetRequest);
    const browser = { client: browserOf(c), device: readCookie(c, 'device') };
    return c.json({ data: { token: await requestReset(c.get('ctx'), email, browser) } });
  })
  .post('/check-forgot-token', async (c) => {
    const { token_id } = await parseJson(c, ResetToken);
    await checkReset(c.get('ctx'), token_id, browserOf(c));
    return c.json({ data: null });
  })
  .post('/verify-otp', async (c) => {
    await verifyCode(c.get('ctx'), await parseJson(c, CodeEntry), browserOf(c));
    return c.json({ data: null });
  })
  .post('/reset-password', async (c) => {
    const input = await parseJson(c, PasswordReset);
    const device = await resetPassword(c.get('ctx'), input, browserOf(c));
    writeCookie(c, 'device', device);
    return c.json({ data: null });
  });
