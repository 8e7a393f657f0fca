import { Hono, type MiddlewareHandler } from 'hono';

import { storePages } from '#lib/server/platform/cache/store-pages.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { health } from '#lib/server/platform/health/routes.ts';
import { compressResponses } from '#lib/server/platform/http/encoding.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleErrors,
  type RenderErrorPage,
} from '#lib/server/platform/http/middleware/error-handler.ts';
import { hideFromOthers, requireSignIn } from '#lib/server/platform/http/middleware/guards.ts';
import { limitApiReads, limitRendering } from '#lib/server/platform/http/middleware/limit-reads.ts';
import { limitUploads } from '#lib/server/platform/http/middleware/limit-uploads.ts';
import { readToken } from '#lib/server/platform/http/middleware/personal-tokens.ts';
import {
  cleanPaths,
  rejectAmbiguousPaths,
  rejectUnknownHosts,
} from '#lib/server/platform/http/middleware/reject.ts';
import { addRequestContext } from '#lib/server/platform/http/middleware/request-context.ts';
import { logRequests } from '#lib/server/platform/http/middleware/request-log.ts';
import { addViewerHeader } from '#lib/server/platform/http/offline-header.ts';
import { rejectOtherMethods, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { addSecurityHeaders } from '#lib/server/platform/http/security-headers.ts';
import { media } from '#lib/server/platform/images/routes.ts';

import { api } from './api.ts';
import type { AppServer } from './app-server.ts';
import { pageForms, staffForms } from './page-form-routes.ts';
import { seo } from './seo/routes.ts';

/** Renders what is not the API: pages. */
export interface PageRenderer {
  render: MiddlewareHandler<Env>;
  renderError: RenderErrorPage;
  /** left out by tests without forms */
  renderRejected?: RenderRejected;
  /** renders the page of what does not exist */
  renderNotFound?: MiddlewareHandler<Env>;
}

/** The pages of members alone. That of a post is not here: it leads back to the comment of its query. */
const MEMBER_PAGES = [
  '/notifications',
  '/profile/*',
  '/report/*',
  '/forums/my-discussions',
  '/forums/followers/:list{followed|following}',
  '/forums/profile/*',
  '/forums/posts/:id/*',
  '/exchange/pickups',
  '/exchange/pickups/:id{[^.]+}',
];

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
      .on(['GET', 'HEAD'], MEMBER_PAGES, requireSignIn)
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
