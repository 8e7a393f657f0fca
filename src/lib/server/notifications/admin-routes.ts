import { Hono } from 'hono';

import { StaffAudience, StaffNotification } from '#lib/contract/staff-notifications.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseJson, parseQuery } from '#lib/server/http/parse-request.ts';

import { countReaders, notifyMembers } from './notify-members.ts';

/** Notifications of staff to many. */
export const adminNotifications = new Hono<Env>()
  .get('/readers', async (c) => {
    const audience = parseQuery(c, StaffAudience);
    return c.json({ data: { readers: await countReaders(c.get('ctx'), audience) } });
  })
  .post('/', async (c) => {
    const input = await parseJson(c, StaffNotification);
    return c.json({ data: { readers: await notifyMembers(c.get('ctx'), input) } }, 201);
  });
