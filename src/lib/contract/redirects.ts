// Without Zod, which the forum's pages do without.

// A base no real address shares: what resolves away from it leaves the site.
const BASE = 'http://here.invalid';

/**
 * Where to go after signing in: only a path of this site is followed.
 * @param requested the `redirect` query parameter, as it came
 * @param fallback the path when `wanted` is absent or leads elsewhere
 */
export function safeRedirect(requested: string | null | undefined, fallback = '/'): string {
  if (!requested?.startsWith('/') || /[\\\0-\x1f]|%5c|%2f%2f/i.test(requested)) return fallback;
  const url = URL.parse(requested, BASE);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

// From these, signing in leads to the front door.
const NO_RETURN = /^\/(?:$|\d|login|forgot-password|unauthorized|thank-you)/;

/**
 * Where a guest signs in, to come back afterwards (spec 2, the guard rule).
 * @param path of the page they are on or want, with its query
 */
export const signInPath = (path: string): string =>
  NO_RETURN.test(path) ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;
