import { Hono } from 'hono';

import { account } from './account-api.ts';
import { auth } from './auth/routes.ts';
import { tokens } from './auth/token-routes.ts';
import { AppError } from './errors.ts';
import { forum } from './forum-api.ts';
import { NO_STORE, setDefaultHeaders } from './http/default-headers.ts';
import type { Env } from './http/env.ts';
import { handleApiError } from './http/error-handler.ts';
import { requireCsrf } from './http/middleware/csrf.ts';
import { rejectViewerMismatch } from './http/middleware/viewer-mismatch.ts';
import { limitJsonBody } from './http/parse-request.ts';
import { notifications } from './notifications/routes.ts';
import { passwordReset } from './password-reset/routes.ts';
import { policies } from './policies/routes.ts';
import { resources } from './resources/routes.ts';

/** The whole API, to be mounted at /api. */
export const api = new Hono<Env>()
  .onError(handleApiError)
  .use(async (c, next) => {
    setDefaultHeaders(c, NO_STORE);
    await next();
  })
  .use(limitJsonBody)
  .use(rejectViewerMismatch)
  .use(requireCsrf)
  .route('/token', tokens)
  .route('/web/auth', auth)
  .route('/web/auth', passwordReset)
  .route('/web/account', account)
  .route('/web/notification', notifications)
  .route('/web/forum', forum)
  .route('/web/eduhub', resources)
  .route('/admin/policies', policies)
  .all('*', () => {
    throw new AppError('endpoint_not_found');
  });
