import { Hono, type MiddlewareHandler } from 'hono';

import { Refusal } from './domain/refusals.ts';
import { addContext } from './pipeline/context.ts';
import { wireName } from './pipeline/cookies.ts';
import { compressAnswers } from './pipeline/encoding.ts';
import type { Env } from './pipeline/env.ts';
import { answerError } from './pipeline/errors.ts';
import { addSecurityHeaders } from './pipeline/headers.ts';
import { refuseOddPaths, refuseUnknownHosts } from './pipeline/refuse.ts';
import { logRequests } from './pipeline/request-log.ts';
import { api } from './routes/api.ts';
import { health } from './routes/health.ts';
import { media } from './routes/media.ts';
import type { Server } from './services.ts';

/**
 * The pipeline, in order: refuse odd paths and hosts, headers, guests' kept pages, session, API, pages.
 * @param server what it works with
 * @param pages draws the pages; tests of the API leave them out
 */
export function createApp(server: Server, pages?: MiddlewareHandler<Env>): Hono<Env> {
  const { services, pageCache, state } = server;
  const { publicUrl, demo } = services.config;
  const https = publicUrl.startsWith('https:');
  const session = `${wireName('session', https)}=`;
  const app = new Hono<Env>({ strict: false })
    .onError(answerError)
    .use(logRequests(services))
    .use(addSecurityHeaders(https))
    .use(refuseOddPaths)
    .use(refuseUnknownHosts(demo ? null : publicUrl))
    .use(compressAnswers)
    .use(pageCache.middleware((cookies) => cookies.includes(session)))
    .use(addContext(services))
    .route('/', health(() => state.draining))
    .route('/media', media)
    .route('/api', api);
  return app.all('*', pages ?? missing);
}

const missing = () => {
  throw new Refusal('not_found', 'Page not found.');
};
