import { Hono } from 'hono';

import { Refusal } from '#lib/server/domain/refusals.ts';
import { requireCsrf } from '#lib/server/pipeline/csrf.ts';
import { NOT_KEPT, setDefaults } from '#lib/server/pipeline/defaults.ts';
import type { Env } from '#lib/server/pipeline/env.ts';
import { answerError } from '#lib/server/pipeline/errors.ts';
import { limitJson } from '#lib/server/pipeline/read.ts';
import { refuseOthersPage } from '#lib/server/pipeline/whose-page.ts';

import { account } from './account.ts';
import { auth } from './auth.ts';
import { forum } from './forum.ts';
import { notifications } from './notifications.ts';
import { policies } from './policies.ts';
import { recovery } from './recovery.ts';
import { resources } from './resources.ts';
import { tokens } from './tokens.ts';

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
