import type { MiddlewareHandler } from 'hono';

import { requireViewer } from '#lib/server/context.ts';
import type { Env } from '#lib/server/http/env.ts';

/** Lets members through, and asks guests to sign in before anything of their request is judged. */
export const requireAuth: MiddlewareHandler<Env> = (c, next) => {
  requireViewer(c.get('ctx'));
  return next();
};
