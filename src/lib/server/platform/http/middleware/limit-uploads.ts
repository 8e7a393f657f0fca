import type { MiddlewareHandler } from 'hono';

import { MAX_ATTACHMENTS } from '#lib/contract/forum/posts.ts';
import { UPLOAD } from '#lib/contract/images.ts';
import { requireViewer } from '#lib/server/platform/context.ts';
import { Counter } from '#lib/server/platform/counter.ts';
import { rateLimited } from '#lib/server/platform/errors.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { isMultipart } from '#lib/server/platform/http/media-type.ts';
import { UPLOADED_MEGABYTES } from '#lib/server/platform/rate-limits/budgets.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import { TokenBuckets } from '#lib/server/platform/rate-limits/token-buckets.ts';

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = MAX_ATTACHMENTS * UPLOAD.maxBytes;

/** The bytes that a request declares; a body in chunks has no length. */
function declaredBytes(c: RequestContext): number {
  const length = Number(c.req.header('content-length') ?? 0);
  return c.req.header('transfer-encoding') ? MAX_BYTES : Math.min(length, MAX_BYTES);
}

/**
 * Limits how many bytes of forms with files the members of a network send, before they are read: accepted or not, they
 * take processor time. Those of guests are not read.
 * @param now a steady clock, in milliseconds
 */
export function limitUploads(now: () => number): MiddlewareHandler<Env> {
  const buckets = new TokenBuckets(UPLOADED_MEGABYTES, now);
  return async (c, next) => {
    const { viewer, ip, metrics } = c.get('ctx');
    if (!viewer || !isMultipart(c.req.header('content-type'))) return next();
    const network = ipPrefix(ip);
    const megabytes = declaredBytes(c) / MEGABYTE;
    const seconds = buckets.retryAfter(network, megabytes);
    if (seconds > 0) {
      metrics.countRateLimit('uploads');
      throw rateLimited(seconds);
    }
    buckets.take(network, megabytes);
    return next();
  };
}

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
