import { Hono } from 'hono';

import { DeletionInput } from '#lib/contract/deletions.ts';
import { confirmNow } from '#lib/server/confirmations/confirm-now.ts';
import { writeCookie } from '#lib/server/http/cookies.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';

import { requestDeletion } from './service.ts';

/** The deletion of the viewer's account. Signing in ends it. */
export const deletion = new Hono<Env>().post('/', async (c) => {
  const ctx = c.get('ctx');
  await confirmNow(ctx, await parseJson(c, DeletionInput));
  const data = await requestDeletion(ctx);
  writeCookie(c, 'session', null);
  // Not "storage", which would delete the data of other accounts.
  c.header('clear-site-data', '"cache"');
  return c.json({ data }, 202);
});
