import { Hono } from 'hono';

import {
  CodeEntry,
  ResetRequest,
  PasswordReset,
  ResetToken,
} from '#lib/contract/password-reset.ts';
import { AppError } from '#lib/server/errors.ts';
import { readBinding } from '#lib/server/http/browser-binding.ts';
import { readCookie, writeCookie } from '#lib/server/http/cookies.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';

import { requestReset, checkReset, resetPassword, verifyCode } from './service.ts';

/** Identifies the browser that a reset belongs to. @throws AppError reset_expired for one without cookies */
function requireBrowser(c: RequestContext): string {
  const binding = readBinding(c);
  if (!binding) throw new AppError('reset_expired');
  return binding;
}

export const passwordReset = new Hono<Env>()
  .post('/forgot-password', async (c) => {
    const { email } = await parseJson(c, ResetRequest);
    const browser = { client: requireBrowser(c), device: readCookie(c, 'device') };
    return c.json({ data: { token: await requestReset(c.get('ctx'), email, browser) } });
  })
  .post('/check-forgot-token', async (c) => {
    const { token_id } = await parseJson(c, ResetToken);
    await checkReset(c.get('ctx'), token_id, requireBrowser(c));
    return c.json({ data: null });
  })
  .post('/verify-otp', async (c) => {
    await verifyCode(c.get('ctx'), await parseJson(c, CodeEntry), requireBrowser(c));
    return c.json({ data: null });
  })
  .post('/reset-password', async (c) => {
    const device = await resetPassword(
      c.get('ctx'),
      await parseJson(c, PasswordReset),
      requireBrowser(c),
    );
    writeCookie(c, 'device', device);
    return c.json({ data: null });
  });
