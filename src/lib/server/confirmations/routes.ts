import { Hono } from 'hono';

import { Confirmation } from '#lib/contract/confirmations.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';

import { confirmPassword } from './service.ts';

/** The password again, before what needs a fresh confirmation. */
export const confirmations = new Hono<Env>().post('/', async (c) => {
  await confirmPassword(c.get('ctx'), await parseJson(c, Confirmation));
  return c.json({ data: null });
});
