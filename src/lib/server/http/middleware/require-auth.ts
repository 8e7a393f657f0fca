import type { MiddlewareHandler } from 'hono';

import { requireViewer } from '#lib/server/context.ts';
import type { Env } from '#lib/server/http/env.ts';

/** Rejects guests before anything else of their request is checked. */
export const requireAuth: MiddlewareHandler<Env> = (c, next) => {
  requireViewer(c.get('ctx'));
  return next();
};
