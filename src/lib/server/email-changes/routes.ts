import { Hono } from 'hono';

import { EmailProof } from '#lib/contract/email-changes.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';

import { confirmEmailChange } from './service.ts';

/** For the owner of the link, with a session or without. */
export const emailChanges = new Hono<Env>().post('/', async (c) => {
  await confirmEmailChange(c.get('ctx'), await parseJson(c, EmailProof));
  return c.json({ data: null });
});
