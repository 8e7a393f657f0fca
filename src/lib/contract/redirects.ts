// Without Zod, which the forum's pages do without.

// A base no real address shares: what resolves away from it leaves the site.
const HERE = 'http://here.invalid';

/**
 * Where to go after signing in: only a path of this site is followed.
 * @param wanted the `redirect` query parameter, as it came
 * @param otherwise the path when `wanted` is absent or leads elsewhere
 */
export function safeRedirect(wanted: string | null | undefined, otherwise = '/'): string {
  if (!wanted?.startsWith('/') || /[\\\0-\x1f]|%5c|%2f%2f/i.test(wanted)) return otherwise;
  const url = URL.parse(wanted, HERE);
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return otherwise;
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
