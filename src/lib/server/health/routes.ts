import { Hono } from 'hono';

import type { Services } from '#lib/server/context.ts';
import { NO_STORE } from '#lib/server/http/default-headers.ts';
import type { Env } from '#lib/server/http/env.ts';
import { handleApiError } from '#lib/server/http/error-handler.ts';

import type { ServerState } from './server-state.ts';
import { checkHealth } from './service.ts';

/**
 * Whether the server lives (`/healthz`), and whether it should be sent work (`/readyz`).
 */
export const health = (services: Services, state: ServerState) =>
  new Hono<Env>()
    // Also for a browser: without a database there is no context to render the error page with.
    .onError(handleApiError)
    .get('/healthz', (c) => c.json({ data: 'ok' }, 200, NO_STORE))
    .get('/readyz', async (c) => {
      if (state.draining)
        return c.json({ error: 'This server is closing.', code: 'unavailable' }, 503, NO_STORE);
      await checkHealth(services, state);
      return c.json({ data: 'ok' }, 200, NO_STORE);
    });
