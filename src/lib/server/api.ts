import { Hono } from 'hono';

import { auth } from './auth/routes.ts';
import { tokens } from './auth/token-routes.ts';
import { AppError } from './errors.ts';
import { forum } from './forum-api.ts';
import { NO_STORE, setDefaultHeaders } from './http/default-headers.ts';
import type { Env } from './http/env.ts';
import { handleApiError } from './http/error-handler.ts';
import { requireCsrf } from './http/middleware/csrf.ts';
import { requireAuth } from './http/middleware/require-auth.ts';
import { rejectViewerMismatch } from './http/middleware/viewer-mismatch.ts';
import { limitJsonBody } from './http/parse-request.ts';
import { notifications } from './notifications/routes.ts';
import { passwordReset } from './password-reset/routes.ts';
import { policies } from './policies/routes.ts';
import { profile } from './profile/routes.ts';
import { resources } from './resources/routes.ts';
import { sessions } from './sessions/routes.ts';

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
  .use('/web/account/*', requireAuth)
  .route('/web/account', profile)
  .route('/web/account/sessions', sessions)
  .route('/web/notification', notifications)
  .route('/web/forum', forum)
  .route('/web/eduhub', resources)
  .route('/admin/policies', policies)
  .all('*', () => {
    throw new AppError('endpoint_not_found');
  });
