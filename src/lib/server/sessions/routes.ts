import { Hono } from 'hono';

import type { Env } from '#lib/server/http/env.ts';
import { parseId } from '#lib/server/http/parse-request.ts';

import { endMemberSession, endOtherSessions, listSessions } from './service.ts';

export const sessions = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await listSessions(c.get('ctx')) }))
  .delete('/', async (c) => c.json({ data: await endOtherSessions(c.get('ctx')) }))
  .delete('/:id', async (c) => {
    const id = parseId(c, 'session');
    return c.json({ data: await endMemberSession(c.get('ctx'), id) });
  });
