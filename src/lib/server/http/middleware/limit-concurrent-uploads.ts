import type { MiddlewareHandler } from 'hono';

import { requireViewer } from '#lib/server/context.ts';
import { rateLimited } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';

// An upload may hold 26 MB for minutes. Two: one may be a retry of the other.
const MAX_CONCURRENT = 2;
const RETRY_SECONDS = 5;

const running = new Map<string, number>();

/**
 * Rejects guests, and a member's third concurrent upload, before the body is read.
 * @throws AppError unauthenticated, rate_limited
 */
export const limitConcurrentUploads: MiddlewareHandler<Env> = async (c, next) => {
  const { id } = requireViewer(c.get('ctx'));
  const count = running.get(id) ?? 0;
  if (count >= MAX_CONCURRENT) throw rateLimited(RETRY_SECONDS);
  running.set(id, count + 1);
  try {
    await next();
  } finally {
    const left = (running.get(id) ?? 1) - 1;
    if (left > 0) running.set(id, left);
    else running.delete(id);
  }
};
