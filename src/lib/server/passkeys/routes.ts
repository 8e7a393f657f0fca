import { Hono } from 'hono';

import { CreatedPasskey, PasskeyChange, UsedPasskey } from '#lib/contract/passkeys.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson } from '#lib/server/http/parse-request.ts';

import { addOptions, addPasskey } from './add-passkey.ts';
import { confirmOptions, confirmWithPasskey } from './confirm.ts';
import { listPasskeys, removePasskey, renamePasskey } from './service.ts';

export const passkeys = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await listPasskeys(c.get('ctx')) }))
  .get('/options', async (c) =>
    c.json({ data: await addOptions(c.get('ctx'), c.req.header('host')) }),
  )
  .post('/', async (c) => {
    const created = await parseJson(c, CreatedPasskey);
    const host = c.req.header('host');
    const userAgent = c.req.header('user-agent') ?? '';
    return c.json({ data: await addPasskey(c.get('ctx'), created, { host, userAgent }) }, 201);
  })
  .get('/confirmation-options', async (c) =>
    c.json({ data: await confirmOptions(c.get('ctx'), c.req.header('host')) }),
  )
  .post('/confirmations', async (c) => {
    const used = await parseJson(c, UsedPasskey);
    await confirmWithPasskey(c.get('ctx'), used, c.req.header('host'));
    return c.json({ data: null });
  })
  .patch('/:id', async (c) => {
    const id = parseId(c, 'passkey');
    const { name } = await parseJson(c, PasskeyChange);
    return c.json({ data: await renamePasskey(c.get('ctx'), id, name) });
  })
  .delete('/:id', async (c) => {
    await removePasskey(c.get('ctx'), parseId(c, 'passkey'));
    return c.json({ data: null });
  });
