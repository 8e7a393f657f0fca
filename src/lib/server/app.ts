import { Hono, type MiddlewareHandler } from 'hono';

import { Refusal } from '#lib/server/domain/refusals.ts';
import { offerPage } from '#lib/server/pipeline/answer.ts';
import { addContext } from '#lib/server/pipeline/context.ts';
import { mayBeMember } from '#lib/server/pipeline/cookies.ts';
import { compressAnswers } from '#lib/server/pipeline/encoding.ts';
import type { Env } from '#lib/server/pipeline/env.ts';
import { answerError, answerWithPage, type DrawFault } from '#lib/server/pipeline/errors.ts';
import { addSecurityHeaders } from '#lib/server/pipeline/headers.ts';
import { refuseOddPaths, refuseUnknownHosts } from '#lib/server/pipeline/refuse.ts';
import { logRequests } from '#lib/server/pipeline/request-log.ts';
import { api } from '#lib/server/routes/api.ts';
import { health } from '#lib/server/routes/health.ts';
import { media } from '#lib/server/routes/media.ts';
import { publicPages } from '#lib/server/routes/public-pages.ts';

import type { Server } from './services.ts';

/** What draws pages. */
export interface Pages {
  draw: MiddlewareHandler<Env>;
  drawFault: DrawFault;
}

/**
 * The pipeline, in order: refuse odd paths and hosts, headers, kept answers, session, API, guests' kept pages, pages.
 * @param server what it works with
 * @param pages draws the pages; tests of the API leave them out
 */
export function createApp(server: Server, pages?: Pages): Hono<Env> {
  const { services, pageCache, answers, state } = server;
  const { publicUrl, demo } = services.config;
  const https = publicUrl.startsWith('https:');
  const isMember = mayBeMember(https);
  const app = new Hono<Env>({ strict: false })
    .onError(pages ? answerWithPage(pages.drawFault) : answerError)
    .use(logRequests(services))
    .use(addSecurityHeaders(https))
    .use(refuseOddPaths)
    // Who watches servers asks each by its address, not by the site's name.
    .route('/', health(services, state))
    .use(refuseUnknownHosts(demo ? null : publicUrl))
    .use(answers.middleware(isMember))
    .use(compressAnswers)
    .use(addContext(services))
    .route('/media', media)
    .route('/api', api)
    .use(offerPage)
    .use(pageCache.middleware(isMember))
    .route('/', publicPages);
  return app.on(['GET', 'HEAD'], '*', pages?.draw ?? missing).all('*', refuseMethod);
}

const refuseMethod = () => {
  throw new Refusal('method_not_allowed', 'A page can only be read.');
};

const missing = () => {
  throw new Refusal('not_found', 'Page not found.');
};
