import { Hono } from 'hono';

import type { Env } from '#lib/server/http/env.ts';
import { parseId } from '#lib/server/http/parse-request.ts';

import { getMemberActivity } from './activity.ts';
import { getForumProfile } from './service.ts';

export const members = new Hono<Env>()
  .get('/users/:id/profile', async (c) =>
    c.json({ data: await getForumProfile(c.get('ctx'), parseId(c, 'member')) }),
  )
  .get('/users/:id/activity', async (c) =>
    c.json({ data: await getMemberActivity(c.get('ctx'), parseId(c, 'member')) }),
  );
