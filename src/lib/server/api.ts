import { Hono, type MiddlewareHandler } from 'hono';

import { admin } from './admin-api.ts';
import { alerts } from './alerts/routes.ts';
import { join } from './applications/routes.ts';
import { auth } from './auth/routes.ts';
import { tokens } from './auth/token-routes.ts';
import { blocks } from './blocks/routes.ts';
import { confirmations } from './confirmations/routes.ts';
import { consents } from './consents/routes.ts';
import { deletion } from './deletions/routes.ts';
import { emailChanges } from './email-changes/routes.ts';
import { AppError } from './errors.ts';
import { exportRoutes } from './exports/routes.ts';
import { forum } from './forum-api.ts';
import { createMethodCheck } from './http/allowed-methods.ts';
import { NO_STORE, setDefaultHeaders } from './http/default-headers.ts';
import type { Env, RequestContext } from './http/env.ts';
import { requireCsrf } from './http/middleware/csrf.ts';
import { rejectBadTokens, requireTokenScope } from './http/middleware/personal-tokens.ts';
import { requireAuth } from './http/middleware/require-auth.ts';
import { requireConsent } from './http/middleware/require-consent.ts';
import { rejectViewerMismatch } from './http/middleware/viewer-mismatch.ts';
import { limitJsonBody } from './http/parse-request.ts';
import { impact } from './impact/routes.ts';
import { listingLists } from './listings/list-routes.ts';
import { moderationSummary, ownModeration } from './moderation/own-routes.ts';
import { notifications } from './notifications/routes.ts';
import { notificationSettings } from './notifications/settings-routes.ts';
import { openapi } from './openapi/routes.ts';
import { passkeys } from './passkeys/routes.ts';
import { passkeySignIn } from './passkeys/sign-in-routes.ts';
import { passwordReset } from './password-reset/routes.ts';
import { personalTokens, tokenRemoval } from './personal-tokens/routes.ts';
import { pickups } from './pickups/routes.ts';
import { policies } from './policies/routes.ts';
import { profile } from './profile/routes.ts';
import { resources } from './resources/routes.ts';
import { sessions } from './sessions/routes.ts';

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
  .use(requireTokenScope)
  .route('/openapi.json', openapi)
  .route('/token', tokens)
  .route('/web/auth', auth)
  .route('/web/auth', passwordReset)
  .route('/web/join', join)
  .route('/web/auth/passkey', passkeySignIn)
  .use('/web/account/*', requireAuth)
  .route('/web/account/sessions', sessions)
  .route('/web/account/tokens', tokenRemoval)
  .route('/web/account/export', exportRoutes)
  .route('/web/account/deletion', deletion)
  .route('/web/account/confirmations', confirmations)
  .route('/web/account/consents', consents)
  // Writes below wait for the member's agreement to the documents. Signing out, removing tokens, agreeing,
  // withdrawing, export and deletion are mounted above.
  .use(requireConsent)
  .route('/web/account/passkeys', passkeys)
  .route('/web/account/tokens', personalTokens)
  .route('/web/account', profile)
  .route('/web/account/moderation', ownModeration)
  .route('/web/account/notifications', notificationSettings)
  .route('/web/moderation', moderationSummary)
  .route('/web/email-changes', emailChanges)
  .route('/web/notification', notifications)
  .route('/web/forum', forum)
  .route('/web/eduhub', resources)
  .route('/web/listings', listingLists)
  .use('/web/alerts/*', requireAuth)
  .route('/web/alerts', alerts)
  .use('/web/blocks/*', requireAuth)
  .route('/web/blocks', blocks)
  .route('/web/impact', impact)
  .use('/web/pickups/*', requireAuth)
  .route('/web/pickups', pickups)
  // Open to everyone; what follows is for staff.
  .route('/admin/policies', policies)
  .route('/admin', admin)
  .all('*', (c) => {
    checkMethod(c);
    throw new AppError('endpoint_not_found', { value: c.req.path });
  });
