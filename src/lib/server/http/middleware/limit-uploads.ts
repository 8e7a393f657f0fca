import type { MiddlewareHandler } from 'hono';

import { UPLOAD } from '#lib/contract/images.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/posts.ts';
import { rateLimited } from '#lib/server/errors.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { isMultipart } from '#lib/server/http/is-multipart.ts';
import { UPLOADED_MEGABYTES } from '#lib/server/rate-limits/budgets.ts';
import { ipPrefix } from '#lib/server/rate-limits/ip-prefix.ts';
import { TokenBuckets } from '#lib/server/rate-limits/token-buckets.ts';

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
