import { Hono, type MiddlewareHandler } from 'hono';

import { SMS_WEBHOOK_PATH } from '#lib/contract/paths.ts';
import { noteEmailLink, VIA } from '#lib/server/notifications/channels/email/email-links.ts';
import { smsWebhook } from '#lib/server/notifications/channels/sms/webhook-routes.ts';
import { storePages } from '#lib/server/platform/cache/page-cache.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { health } from '#lib/server/platform/health/routes.ts';
import { routesOf } from '#lib/server/platform/http/calls.ts';
import { compressResponses } from '#lib/server/platform/http/encoding.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { keepRequestedLanguage, nameLanguage } from '#lib/server/platform/http/language-headers.ts';
import { requireCsrf } from '#lib/server/platform/http/middleware/csrf.ts';
import {
  handleErrors,
  type RenderErrorPage,
} from '#lib/server/platform/http/middleware/error-handler.ts';
import { hideFromOthers } from '#lib/server/platform/http/middleware/guards.ts';
import {
  limitApiReads,
  limitRendering,
  limitUploads,
} from '#lib/server/platform/http/middleware/limit-requests.ts';
import {
  readToken,
  rejectBadTokens,
  rejectTwoCredentials,
} from '#lib/server/platform/http/middleware/personal-tokens.ts';
import {
  cleanPaths,
  createMethodCheck,
  rejectAmbiguousPaths,
  rejectUnknownHosts,
  rejectViewerMismatch,
} from '#lib/server/platform/http/middleware/reject.ts';
import { addRequestContext } from '#lib/server/platform/http/middleware/request-context.ts';
import { logRequests } from '#lib/server/platform/http/middleware/request-log.ts';
import { rejectOtherMethods, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { limitJsonBody } from '#lib/server/platform/http/parse-request.ts';
import {
  addSecurityHeaders,
  addViewerHeader,
  NO_STORE,
  setDefaultHeaders,
} from '#lib/server/platform/http/response-headers.ts';
import { media } from '#lib/server/platform/images/routes.ts';

import type { AppServer } from './app-server.ts';
import { ALL_CALLS, pageForms, staffForms } from './calls.ts';
import { seo } from './seo/routes.ts';

const PREFIX = '/api';
let methodCheck: ReturnType<typeof createMethodCheck> | undefined;

function checkMethod(c: RequestContext): void {
  methodCheck ??= createMethodCheck(api);
  methodCheck(c.req.method, c.req.path.slice(PREFIX.length).replace(/\/$/, ''));
}

/** Runs before CSRF and authentication. For GET, unknown methods are found only when nothing else has responded. */
const rejectOtherApiMethods: MiddlewareHandler<Env> = async (c, next) => {
  if (c.req.method !== 'GET') checkMethod(c);
  await next();
};

/** The whole API, mounted at /api. */
export const api = new Hono<Env>()
  .use(async (c, next) => {
    setDefaultHeaders(c, NO_STORE);
    await next();
  })
  .use(rejectBadTokens)
  .use(rejectOtherApiMethods)
  .use(limitJsonBody)
  .use(rejectViewerMismatch)
  .use(requireCsrf)
  .use(rejectTwoCredentials)
  .route('/', routesOf(ALL_CALLS))
  .all('*', (c) => {
    checkMethod(c);
    throw new AppError('endpoint_not_found', { value: c.req.path });
  });

/** Renders pages, as opposed to the API. */
export interface PageRenderer {
  render: MiddlewareHandler<Env>;
  renderError: RenderErrorPage;
  /** missing in tests without forms */
  renderRejected?: RenderRejected;
  /** renders the 404 page */
  renderNotFound?: MiddlewareHandler<Env>;
}

/**
 * Assembles the server: middleware and routes, in the order in which they run. Static files and cached guest pages
 * are served earlier (`server.ts`).
 * @param pages missing in tests of the API
 */
export function createApp(
  { services, pageCache, state }: AppServer,
  pages?: PageRenderer,
): Hono<Env> {
  const { config } = services;
  return (
    new Hono<Env>({ strict: false })
      .onError(handleErrors(services.log, pages?.renderError))
      .use(logRequests(services))
      .use(addSecurityHeaders(config.publicUrl.startsWith('https:')))
      .use(rejectAmbiguousPaths)
      // Before the host check: load balancers name the server by its IP.
      .route('/', health(services, state))
      .use(rejectUnknownHosts(config))
      // Before the context exists: no cookie is read.
      .route(SMS_WEBHOOK_PATH, smsWebhook(services))
      .on(['GET', 'HEAD'], '*', cleanPaths)
      .use(compressResponses)
      .use(addRequestContext(services))
      .route('/media', media)
      .use(nameLanguage)
      .use(
        '/api/*',
        readToken(services),
        limitApiReads(services.steadyNow),
        limitUploads(services.steadyNow),
      )
      .route('/api', api)
      .use(addViewerHeader, keepRequestedLanguage, storePages(pageCache))
      .on(['GET', 'HEAD'], '*', limitRendering(services.steadyNow))
      .on('GET', '*', noteEmailLinks)
      .use('/staff/*', hideFromOthers(pages))
      .route('/staff', staffForms(pages?.renderRejected))
      .route('/', pageForms(pages?.renderRejected))
      .route('/', seo)
      .on(['GET', 'HEAD'], '*', pages?.render ?? pageNotFound)
      .all('*', rejectOtherMethods(pages?.renderRejected))
  );
}

const noteEmailLinks: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  await noteEmailLink(c.get('ctx'), c.req.query(VIA));
};

const pageNotFound = () => {
  throw new AppError('page_not_found');
};
