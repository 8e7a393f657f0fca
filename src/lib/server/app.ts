import { Hono, type MiddlewareHandler } from 'hono';

import { api } from './api.ts';
import type { AppServer } from './app-server.ts';
import { storePages } from './cache/store-pages.ts';
import { AppError } from './errors.ts';
import { health } from './health/routes.ts';
import { compressResponses } from './http/encoding.ts';
import type { Env } from './http/env.ts';
import { handleErrors, type RenderErrorPage } from './http/error-handler.ts';
import { hideFromOthers } from './http/middleware/guards.ts';
import { limitApiReads, limitRendering } from './http/middleware/limit-reads.ts';
import { limitUploads } from './http/middleware/limit-uploads.ts';
import { readToken } from './http/middleware/personal-tokens.ts';
import { cleanPaths, rejectAmbiguousPaths, rejectUnknownHosts } from './http/middleware/reject.ts';
import { addRequestContext } from './http/middleware/request-context.ts';
import { logRequests } from './http/middleware/request-log.ts';
import { addViewerHeader } from './http/offline-header.ts';
import { rejectOtherMethods, type RenderRejected } from './http/page-forms.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { media } from './images/routes.ts';
import { pageForms } from './page-form-routes.ts';
import { seo } from './seo/routes.ts';
import { staffForms } from './staff-forms.ts';

/** Renders what is not the API: pages. */
export interface PageRenderer {
  render: MiddlewareHandler<Env>;
  renderError: RenderErrorPage;
  /** left out by tests without forms */
  renderRejected?: RenderRejected;
  /** renders the page of what does not exist */
  renderNotFound?: MiddlewareHandler<Env>;
}

/**
 * Puts the server together: middleware and routes in the order they run. Static files and cached guest pages are
 * served before (`server.ts`).
 * @param pages renders the pages; tests of the API leave it out
 */
export function createApp(
  { services, pageCache, state }: AppServer,
  pages?: PageRenderer,
): Hono<Env> {
  const { config } = services;
  const https = config.publicUrl.startsWith('https:');
  return (
    new Hono<Env>({ strict: false })
      .onError(handleErrors(services.log, pages?.renderError))
      .use(logRequests(services))
      .use(addSecurityHeaders(https))
      .use(rejectAmbiguousPaths)
      // Before the host check: load balancers name the server by its IP.
      .route('/', health(services, state))
      .use(rejectUnknownHosts(config))
      .on(['GET', 'HEAD'], '*', cleanPaths)
      .use(compressResponses)
      .use(addRequestContext(services))
      .route('/media', media)
      .use(
        '/api/*',
        readToken(services),
        limitApiReads(services.steadyNow),
        limitUploads(services.steadyNow),
      )
      .route('/api', api)
      .use(addViewerHeader)
      .use(storePages(pageCache))
      .on(['GET', 'HEAD'], '*', limitRendering(services.steadyNow))
      .use('/staff/*', hideFromOthers(pages))
      .route('/staff', staffForms(pages?.renderRejected))
      .route('/', pageForms(pages?.renderRejected))
      .route('/', seo)
      .on(['GET', 'HEAD'], '*', pages?.render ?? pageNotFound)
      .all('*', rejectOtherMethods(pages?.renderRejected))
  );
}

const pageNotFound = () => {
  throw new AppError('page_not_found');
};
