import { Hono } from 'hono';

import type { Services } from '#lib/server/context.ts';
import { NO_STORE } from '#lib/server/http/default-headers.ts';
import type { Env } from '#lib/server/http/env.ts';

import type { ServerState } from './server-state.ts';
import { checkHealth } from './service.ts';

/**
 * Whether the server lives (`/healthz`), and whether it should be sent work (`/readyz`).
 */
export const health = (services: Services, state: ServerState) =>
  new Hono<Env>()
    .get('/healthz', (c) => c.json({ data: 'ok' }, 200, NO_STORE))
    .get('/readyz', async (c) => {
      if (state.draining)
        return c.json({ error: 'This server is closing.', code: 'unavailable' }, 503, NO_STORE);
      await checkHealth(services, state);
      return c.json({ data: 'ok' }, 200, NO_STORE);
    });
