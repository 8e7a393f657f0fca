import { Hono, type MiddlewareHandler } from 'hono';

import { api } from './api.ts';
import { AppError } from './errors.ts';
import { health } from './health/routes.ts';
import { offerPage } from './http/cacheable-response.ts';
import { hasSessionCookie } from './http/cookies.ts';
import { compressResponses } from './http/encoding.ts';
import type { Env } from './http/env.ts';
import { handleApiError, handlePageError, type RenderErrorPage } from './http/error-handler.ts';
import { rejectAmbiguousPaths, rejectUnknownHosts } from './http/middleware/reject.ts';
import { addRequestContext } from './http/middleware/request-context.ts';
import { logRequests } from './http/middleware/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { media } from './images/routes.ts';
import { seo } from './seo/routes.ts';
import type { AppServer } from './services.ts';

/** What draws pages. */
export interface PageRenderer {
  render: MiddlewareHandler<Env>;
  renderError: RenderErrorPage;
}

/**
 * The pipeline, in order: refuse odd paths and hosts, headers, kept answers, session, API, guests' kept pages, pages.
 * @param server what it works with
 * @param pages draws the pages; tests of the API leave them out
 */
export function createApp(server: AppServer, pages?: PageRenderer): Hono<Env> {
  const { services, pageCache, answers, state } = server;
  const { publicUrl, demo } = services.config;
  const https = publicUrl.startsWith('https:');
  const isMember = hasSessionCookie(https);
  const app = new Hono<Env>({ strict: false })
    .onError(pages ? handlePageError(pages.renderError) : handleApiError)
    .use(logRequests(services))
    .use(addSecurityHeaders(https))
    .use(rejectAmbiguousPaths)
    // Who watches servers asks each by its address, not by the site's name.
    .route('/', health(services, state))
    .use(rejectUnknownHosts(demo ? null : publicUrl))
    .use(answers.middleware(isMember))
    .use(compressResponses)
    .use(addRequestContext(services))
    .route('/media', media)
    .route('/api', api)
    .use(offerPage)
    .use(pageCache.middleware(isMember))
    .route('/', seo);
  return app.on(['GET', 'HEAD'], '*', pages?.render ?? pageNotFound).all('*', rejectMethod);
}

const rejectMethod = () => {
  throw new AppError('method_not_allowed', 'A page can only be read.');
};

const pageNotFound = () => {
  throw new AppError('not_found', 'Page not found.');
};
