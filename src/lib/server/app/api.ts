import { Hono, type MiddlewareHandler } from 'hono';

import { AppError } from '#lib/server/platform/errors.ts';
import { routesOf } from '#lib/server/platform/http/calls.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { createMethodCheck } from '#lib/server/platform/http/middleware/allowed-methods.ts';
import { requireCsrf } from '#lib/server/platform/http/middleware/csrf.ts';
import {
  rejectBadTokens,
  rejectTwoCredentials,
} from '#lib/server/platform/http/middleware/personal-tokens.ts';
import { rejectViewerMismatch } from '#lib/server/platform/http/middleware/viewer-mismatch.ts';
import { limitJsonBody } from '#lib/server/platform/http/parse-request.ts';
import { NO_STORE, setDefaultHeaders } from '#lib/server/platform/http/security-headers.ts';

import { ALL_CALLS } from './calls.ts';

const PREFIX = '/api';
let methodCheck: ReturnType<typeof createMethodCheck> | undefined;

/** @throws AppError method_not_allowed when the path has other methods only */
function checkMethod(c: RequestContext): void {
  methodCheck ??= createMethodCheck(api);
  methodCheck(c.req.method, c.req.path.slice(PREFIX.length).replace(/\/$/, ''));
}

/** Comes before CSRF and authentication. What has no such method is found when nothing else responded to a GET. */
const rejectOtherMethods: MiddlewareHandler<Env> = async (c, next) => {
  if (c.req.method !== 'GET') checkMethod(c);
  await next();
};

/** The whole API, to be mounted at /api. */
export const api = new Hono<Env>()
  .use(async (c, next) => {
    setDefaultHeaders(c, NO_STORE);
    await next();
  })
  .use(rejectBadTokens)
  .use(rejectOtherMethods)
  .use(limitJsonBody)
  .use(rejectViewerMismatch)
  .use(requireCsrf)
  .use(rejectTwoCredentials)
  .route('/', routesOf(ALL_CALLS))
  .all('*', (c) => {
    checkMethod(c);
    throw new AppError('endpoint_not_found', { value: c.req.path });
  });
