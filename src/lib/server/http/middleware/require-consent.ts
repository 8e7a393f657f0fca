import type { MiddlewareHandler } from 'hono';

import { requireConsents } from '#lib/server/consents/missing-consents.ts';
import type { Env } from '#lib/server/http/env.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects a member's writes until they have agreed to the present documents. Guests are checked where it matters. */
export const requireConsent: MiddlewareHandler<Env> = async (c, next) => {
  const ctx = c.get('ctx');
  if (ctx.viewer && !SAFE_METHODS.has(c.req.method)) await requireConsents(ctx);
  await next();
};
