import { Hono } from 'hono';

import { CodeEntry, FindAccount, PasswordReset, RecoveryToken } from '#lib/contract/recovery.ts';
import {
  beginRecovery,
  checkRecovery,
  resetPassword,
  verifyCode,
} from '#lib/server/domain/recovery.ts';
import { readCookie, writeCookie } from '#lib/server/pipeline/cookies.ts';
import { ownerOf } from '#lib/server/pipeline/csrf.ts';
import type { Env, RequestContext } from '#lib/server/pipeline/env.ts';
import { readJson } from '#lib/server/pipeline/read.ts';

/** Never empty: `requireCsrf` lets nobody through to here who has none. */
const owner = (c: RequestContext) => ownerOf(c) ?? '';

/** A forgotten password (spec 7). */
export const recovery = new Hono<Env>()
  .post('/forgot-password', async (c) => {
    const { email } = await readJson(c, FindAccount);
    const browser = { owner: owner(c), device: readCookie(c, 'device') };
    return c.json({ data: { token: await beginRecovery(c.get('ctx'), email, browser) } });
  })
  .post('/check-forgot-token', async (c) => {
    const { token_id } = await readJson(c, RecoveryToken);
    await checkRecovery(c.get('ctx'), token_id, owner(c));
    return c.json({ data: null });
  })
  .post('/verify-otp', async (c) => {
    await verifyCode(c.get('ctx'), await readJson(c, CodeEntry), owner(c));
    return c.json({ data: null });
  })
  .post('/reset-password', async (c) => {
    const device = await resetPassword(c.get('ctx'), await readJson(c, PasswordReset), owner(c));
    writeCookie(c, 'device', device);
    return c.json({ data: null });
  });
