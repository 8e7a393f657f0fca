import type { MiddlewareHandler } from 'hono';

import { UPLOAD } from '#lib/contract/images.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/posts.ts';
import { rateLimited } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import { UPLOADED_MEGABYTES } from '#lib/server/rate-limits/budgets.ts';
import { ipPrefix } from '#lib/server/rate-limits/ip-prefix.ts';
import { TokenBuckets } from '#lib/server/rate-limits/token-buckets.ts';

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = MAX_ATTACHMENTS * UPLOAD.maxBytes;

/**
 * Limits how many bytes of forms with files a network sends, before they are read: accepted or not, they take processor
 * time.
 * @param now the clock, milliseconds since 1970
 */
export function limitUploads(now: () => number): MiddlewareHandler<Env> {
  const buckets = new TokenBuckets(UPLOADED_MEGABYTES, now);
  return async (c, next) => {
    if (!c.req.header('content-type')?.startsWith('multipart/form-data')) return next();
    const network = ipPrefix(c.get('ctx').ip);
    // A body in chunks has no length.
    const bytes = Math.min(Number(c.req.header('content-length') ?? MAX_BYTES), MAX_BYTES);
    const seconds = buckets.retryAfter(network, bytes / MEGABYTE);
    if (seconds > 0) throw rateLimited(seconds);
    buckets.take(network, bytes / MEGABYTE);
    return next();
  };
}
