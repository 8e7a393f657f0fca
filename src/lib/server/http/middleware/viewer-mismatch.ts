import type { MiddlewareHandler } from 'hono';

import { AppError } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';

/**
 * Refuses what a member's page asks for when the session is somebody else's: a page says whose it is, and while it is
 * open another member may sign in beside it, as on a shared phone (docs/decisions/0023-viewer-mismatch.md).
 */
export const rejectViewerMismatch: MiddlewareHandler<Env> = async (c, next) => {
  const { viewer } = c.get('ctx');
  const owner = c.req.header('x-viewer-id');
  if (viewer && owner && viewer.id !== owner) throw new AppError('viewer_mismatch');
  await next();
};
