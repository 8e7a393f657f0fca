import type { MiddlewareHandler } from 'hono';

import { rateLimited } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import { ipPrefix } from '#lib/server/rate-limits/ip-prefix.ts';
import { TokenBuckets } from '#lib/server/rate-limits/token-buckets.ts';

// A page takes up to 25 ms of processor time.
const MEMBER_RATE = { capacity: 300, perSecond: 5 };
const GUEST_RATE = { capacity: 600, perSecond: 10 };

/**
 * Limits how many pages are rendered for a member, and for the guests of a network. A page that is cached for other
 * guests does not count.
 * @param now the clock, milliseconds since 1970
 */
export function limitRendering(now: () => number): MiddlewareHandler<Env> {
  const members = new TokenBuckets(MEMBER_RATE, now);
  const guests = new TokenBuckets(GUEST_RATE, now);
  return async (c, next) => {
    const ctx = c.get('ctx');
    const buckets = ctx.viewer ? members : guests;
    const key = ctx.viewer?.id ?? ipPrefix(ctx.ip);
    const seconds = buckets.retryAfter(key);
    if (seconds > 0) throw rateLimited(seconds);
    await next();
    const isCached = !ctx.viewer && ctx.cachePolicy !== null && c.req.method === 'GET';
    if (!isCached) buckets.take(key);
  };
}
