import type { MiddlewareHandler } from 'hono';

import { applyDefaultHeaders, setDefaultHeaders } from './default-headers.ts';
import type { Env } from './env.ts';

const TWO_YEARS = 63_072_000;

/** For what is no page of ours: it may run and load nothing, wherever it is opened. */
const SANDBOX_CSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/**
 * The headers that every answer carries, prerendered files and errors too (design 3; ASVS 3.4); a part of a page carries
 * fewer (built-files.ts).
 * @param https whether the site is served over https
 */
export const securityHeaders = (https: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'content-security-policy': SANDBOX_CSP,
  ...(https && { 'strict-transport-security': `max-age=${TWO_YEARS}; includeSubDomains` }),
});

/** For the parts of a page: what they may do its own policy says. Those of them that are workers have no other. */
export const ASSET_CSP = "frame-ancestors 'none'";

/** For the service worker: it fetches from us, and runs nothing but itself. */
export const WORKER_CSP = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** Puts the security headers on what the pipeline answers; pages bring a policy of their own. */
export function addSecurityHeaders(https: boolean): MiddlewareHandler<Env> {
  const headers = securityHeaders(https);
  return async (c, next) => {
    setDefaultHeaders(c, headers);
    await next();
    applyDefaultHeaders(c);
  };
}

/** Names the charset of a page: Astro names none, and who guesses one guesses wrong some day (ASVS 4.1.1). */
export function addCharset(page: Response): Response {
  if (page.headers.get('content-type') === 'text/html')
    page.headers.set('content-type', 'text/html; charset=utf-8');
  return page;
}
