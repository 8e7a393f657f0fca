import { Hono } from 'hono';

import type { Env } from '#lib/server/http/env.ts';
import { parseId } from '#lib/server/http/parse-request.ts';

import { endDevice, endOtherDevices, listDevices } from './service.ts';

/** The devices one is signed in on. */
export const sessions = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await listDevices(c.get('ctx')) }))
  .delete('/', async (c) => c.json({ data: await endOtherDevices(c.get('ctx')) }))
  .delete('/:id', async (c) => {
    const id = parseId(c, 'device');
    return c.json({ data: await endDevice(c.get('ctx'), id) });
  });
