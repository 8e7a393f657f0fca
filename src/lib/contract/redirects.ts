// Without Zod, for the forum's pages.

// No real URL has this base: a path that resolves to another one leaves the site.
const BASE = 'http://here.invalid';

/**
 * @param requested the `redirect` parameter
 * @param fallback the path when it is missing, or leaves the site
 * @returns the path after login
 */
export function safeRedirect(requested: string | null | undefined, fallback = '/'): string {
  if (!requested?.startsWith('/') || /[\\\0-\x1f]|%5c|%2f%2f/i.test(requested)) return fallback;
  const url = URL.parse(requested, BASE);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

// After a login on these pages, members go to the landing page.
const NO_RETURN = /^\/(?:$|\d|login|forgot-password|join(?:$|\/)|unauthorized|thank-you)/;

/** @param path the page to return to, with its query */
export const signInPath = (path: string): string =>
  NO_RETURN.test(path) ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;
