import type { MiddlewareHandler } from 'hono';

import { requireViewer } from '#lib/server/context.ts';
import { Counter } from '#lib/server/counter.ts';
import { rateLimited } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';

// An upload may hold 26 MB for minutes. Two: one may be a retry of the other.
const MAX_CONCURRENT = 2;
const RETRY_SECONDS = 5;

const running = new Counter<string>();

/**
 * Rejects guests, and a member's third concurrent upload, before the body is read.
 * @throws AppError unauthenticated, rate_limited
 */
export const limitConcurrentUploads: MiddlewareHandler<Env> = async (c, next) => {
  const ctx = c.get('ctx');
  const { id } = requireViewer(ctx);
  if (running.get(id) >= MAX_CONCURRENT) {
    ctx.metrics.countRateLimit('concurrentUploads');
    throw rateLimited(RETRY_SECONDS);
  }
  running.add(id, 1);
  try {
    await next();
  } finally {
    running.add(id, -1);
  }
};
