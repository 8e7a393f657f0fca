import { Hono } from 'hono';

import { ConsentDocument, ConsentInput } from '#lib/contract/consents.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parse, parseJson } from '#lib/server/http/parse-request.ts';

import { agreeToDocuments, listConsents, withdrawConsent } from './service.ts';

/** What the viewer has agreed to. */
export const consents = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await listConsents(c.get('ctx')) }))
  .post('/', async (c) => {
    const input = await parseJson(c, ConsentInput);
    return c.json({ data: await agreeToDocuments(c.get('ctx'), [input], 'settings') });
  })
  .delete('/:document', async (c) => {
    const document = parse(ConsentDocument, c.req.param('document'));
    return c.json({ data: await withdrawConsent(c.get('ctx'), document) });
  });
