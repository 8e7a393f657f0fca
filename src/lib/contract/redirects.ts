// Without Zod, for the forum's pages.

// No real URL has this base: what resolves to another one leaves the site.
const BASE = 'http://here.invalid';

/**
 * @param requested the `redirect` parameter
 * @param fallback for a missing one, and one that leaves the site
 * @returns the path after sign-in
 */
export function safeRedirect(requested: string | null | undefined, fallback = '/'): string {
  if (!requested?.startsWith('/') || /[\\\0-\x1f]|%5c|%2f%2f/i.test(requested)) return fallback;
  const url = URL.parse(requested, BASE);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

// Signing in on these pages leads to the landing page.
const NO_RETURN = /^\/(?:$|\d|login|forgot-password|join(?:$|\/)|unauthorized|thank-you)/;

/** @param path of the page to return to, with its query */
export const signInPath = (path: string): string =>
  NO_RETURN.test(path) ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;
