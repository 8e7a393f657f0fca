import type { MiddlewareHandler } from 'hono';

import { AppError } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';

/**
 * Rejects requests of a member's page when the session is another member's: someone may have signed in on a shared
 * phone while the page was open (docs/decisions/0023-viewer-mismatch.md).
 */
export const rejectViewerMismatch: MiddlewareHandler<Env> = async (c, next) => {
  const { viewer } = c.get('ctx');
  const pageViewerId = c.req.header('x-viewer-id');
  if (viewer && pageViewerId && viewer.id !== pageViewerId) throw new AppError('viewer_mismatch');
  await next();
};
