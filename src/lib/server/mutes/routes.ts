import { Hono } from 'hono';

import type { Env } from '#lib/server/http/env.ts';
import { parseId } from '#lib/server/http/parse-request.ts';

import { mutePost, unmutePost } from './service.ts';

export const mutes = new Hono<Env>()
  .put('/posts/:id/mute', async (c) =>
    c.json({ data: await mutePost(c.get('ctx'), parseId(c, 'post')) }),
  )
  .delete('/posts/:id/mute', async (c) =>
    c.json({ data: await unmutePost(c.get('ctx'), parseId(c, 'post')) }),
  );
