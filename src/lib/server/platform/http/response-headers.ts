import { hash } from 'node:crypto';

import type { MiddlewareHandler } from 'hono';

import {
  GUEST,
  MEMBER_OFFLINE_HEADER,
  OFFLINE_HEADER,
  VIEWER_HEADER,
} from '#lib/contract/offline.ts';

import type { Env, RequestContext } from './env.ts';

const TWO_YEARS = 63_072_000;

/** For files other than pages: they run and load nothing, wherever they are opened. */
const SANDBOX_CSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/**
 * The headers of every response, files and errors too (ASVS 3.4). Scripts, styles and fonts have fewer
 * (`static-files.ts`).
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

/** For scripts, styles and fonts: the policy of their page applies. */
export const ASSET_CSP = "frame-ancestors 'none'";

/**
 * For the service worker: it may fetch only from this site. WebKit applies `worker-src` to scripts of other workers
 * that it fetches for a page.
 */
export const WORKER_CSP =
  "default-src 'none'; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'";

/** Adds the security headers to every response of the app; pages have their own policy. */
export function addSecurityHeaders(https: boolean): MiddlewareHandler<Env> {
  const headers = securityHeaders(https);
  return async (c, next) => {
    setDefaultHeaders(c, headers);
    await next();
    applyDefaultHeaders(c);
  };
}

/** Adds the charset to a page's content type, which Astro omits (ASVS 4.1.1). */
export function addCharset(page: Response): Response {
  if (page.headers.get('content-type') === 'text/html')
    page.headers.set('content-type', 'text/html; charset=utf-8');
  return page;
}

/** For responses that no cache may store. */
export const NO_STORE = { 'cache-control': 'no-store' };

/** For responses that caches store and revalidate each time. */
export const NO_CACHE = { 'cache-control': 'no-cache' };

/**
 * Sets headers before the response exists; the response's own have precedence. They are set on Node's response, if
 * there is one: changing the headers of a `Response` costs as much as sending a cached page.
 */
export function setDefaultHeaders(c: RequestContext, headers: Record<string, string>): void {
  const outgoing = c.env?.outgoing;
  if (!outgoing) c.set('defaultHeaders', { ...c.get('defaultHeaders'), ...headers });
  else for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
}

/** Adds a value to a header that may have others; like `setDefaultHeaders`, but also works once there is a response. */
export function appendDefaultHeaders(c: RequestContext, headers: Record<string, string>): void {
  const outgoing = c.env?.outgoing;
  const known = c.get('defaultHeaders') ?? {};
  for (const [name, value] of Object.entries(headers))
    if (outgoing) outgoing.appendHeader(name, value);
    else known[name] = known[name] === undefined ? value : `${known[name]}, ${value}`;
  if (!outgoing) c.set('defaultHeaders', known);
}

/** Adds the default headers to a response that Node does not send, in tests and in development. */
function applyDefaultHeaders(c: RequestContext): void {
  for (const [name, value] of Object.entries(c.get('defaultHeaders') ?? {}))
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
}

// Read lazily: scripts import this file without a build.
const build = (): string => import.meta.env.BUILT_AT ?? 'development';

/** Allows browsers to store the page for offline reading: only for pages that every guest may see. */
export const everyonesOfflineCache = () => ({
  [OFFLINE_HEADER]: build(),
  [VIEWER_HEADER]: GUEST,
});

/**
 * `everyonesOfflineCache` for a guest's page, but not for a feed or sitemap.
 * @param headers of the response
 */
export const guestOfflineCache = (headers: Headers): Record<string, string> =>
  headers.get('content-type')?.startsWith('text/html') ? everyonesOfflineCache() : {};

/** Allows the browser to store the page for the member for whom it was rendered. */
export const memberOfflineCache = () => ({ [MEMBER_OFFLINE_HEADER]: build() });

/** Names the viewer of each page: stored pages are only shown to the same member. */
export const addViewerHeader: MiddlewareHandler<Env> = async (c, next) => {
  setDefaultHeaders(c, { [VIEWER_HEADER]: c.get('ctx').viewer?.id ?? GUEST });
  await next();
};

// 96 bits are enough for the versions of one URL, and the header stays short.
const LENGTH = 16;

/** @returns the content of an ETag */
export const hashContent = (content: string | Uint8Array): string =>
  hash('sha256', content, 'base64url').slice(0, LENGTH);

/** Whether If-None-Match matches an ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (!condition) return false;
  const strong = etag.replace(/^W\//, '');
  return condition.trim() === '*' || (condition.match(/"[^"]*"/g)?.includes(strong) ?? false);
}
