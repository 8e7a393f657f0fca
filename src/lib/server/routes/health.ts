import { Hono } from 'hono';

import { checkHealth } from '#lib/server/domain/health.ts';
import type { Env } from '#lib/server/pipeline/env.ts';

/** Whether the server lives (`/healthz`), and whether it should be sent work (`/readyz`). */
export const health = (isDraining: () => boolean) =>
  new Hono<Env>()
    .get('/healthz', (c) => c.json({ data: 'ok' }))
    .get('/readyz', async (c) => {
      if (isDraining())
        return c.json({ error: 'This server is closing.', code: 'unavailable' }, 503);
      await checkHealth(c.get('ctx'));
      return c.json({ data: 'ok' });
    });
