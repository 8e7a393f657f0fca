import { Hono } from 'hono';

import {
  CodeEntry,
  ResetRequest,
  PasswordReset,
  ResetToken,
} from '#lib/contract/password-reset.ts';
import { readCookie, writeCookie } from '#lib/server/http/cookies.ts';
import type { Env } from '#lib/server/http/env.ts';
import { requireClient } from '#lib/server/http/middleware/csrf.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';

import { requestReset, checkReset, resetPassword, verifyCode } from './service.ts';

export const passwordReset = new Hono<Env>()
  .post('/forgot-password', async (c) => {
    const { email } = await parseJson(c, ResetRequest);
    const browser = { client: requireClient(c), device: readCookie(c, 'device') };
    return c.json({ data: { token: await requestReset(c.get('ctx'), email, browser) } });
  })
  .post('/check-forgot-token', async (c) => {
    const { token_id } = await parseJson(c, ResetToken);
    await checkReset(c.get('ctx'), token_id, requireClient(c));
    return c.json({ data: null });
  })
  .post('/verify-otp', async (c) => {
    await verifyCode(c.get('ctx'), await parseJson(c, CodeEntry), requireClient(c));
    return c.json({ data: null });
  })
  .post('/reset-password', async (c) => {
    const device = await resetPassword(
      c.get('ctx'),
      await parseJson(c, PasswordReset),
      requireClient(c),
    );
    writeCookie(c, 'device', device);
    return c.json({ data: null });
  });
