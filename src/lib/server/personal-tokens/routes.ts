import { Hono } from 'hono';

import { PersonalTokenInput } from '#lib/contract/personal-tokens.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson } from '#lib/server/http/parse-request.ts';

import { createToken, listTokens, removeToken } from './service.ts';

/** The viewer's personal access tokens. No token opens these calls. */
export const personalTokens = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await listTokens(c.get('ctx')) }))
  .post('/', async (c) => {
    const input = await parseJson(c, PersonalTokenInput);
    return c.json({ data: await createToken(c.get('ctx'), input) }, 201);
  });

/** The removal of a token, which does not wait for the member's consent. */
export const tokenRemoval = new Hono<Env>().delete('/:id', async (c) => {
  await removeToken(c.get('ctx'), parseId(c, 'token'));
  return c.json({ data: null });
});
