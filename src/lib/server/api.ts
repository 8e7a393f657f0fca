import { Hono } from 'hono';

import { account } from './account-api.ts';
import { auth } from './auth/routes.ts';
import { tokens } from './auth/token-routes.ts';
import { Refusal } from './errors.ts';
import { forum } from './forum-api.ts';
import { NOT_KEPT, setDefaults } from './http/default-headers.ts';
import type { Env } from './http/env.ts';
import { answerError } from './http/error-handler.ts';
import { requireCsrf } from './http/middleware/csrf.ts';
import { refuseOthersPage } from './http/middleware/viewer-mismatch.ts';
import { limitJson } from './http/parse-request.ts';
import { notifications } from './notifications/routes.ts';
import { recovery } from './password-reset/routes.ts';
import { policies } from './policies/routes.ts';
import { resources } from './resources/routes.ts';

/** The whole API, to be mounted at /api. */
export const api = new Hono<Env>()
  .onError(answerError)
  .use(async (c, next) => {
    setDefaults(c, NOT_KEPT);
    await next();
  })
  .use(limitJson)
  .use(refuseOthersPage)
  .use(requireCsrf)
  .route('/token', tokens)
  .route('/web/auth', auth)
  .route('/web/auth', recovery)
  .route('/web/account', account)
  .route('/web/notification', notifications)
  .route('/web/forum', forum)
  .route('/web/eduhub', resources)
  .route('/admin/policies', policies)
  .all('*', () => {
    throw new Refusal('not_found', 'There is no such call.');
  });
