const YEAR_SECONDS = 31_536_000;

/**
 * Writes a cookie of the whole site, which servers read too.
 * @param maxAge in seconds, for which it is stored
 * @returns whether the browser keeps it
 */
export function writeCookie(name: string, value: string, maxAge = YEAR_SECONDS): boolean {
  const cookie = `${name}=${value}`;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookie}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
  // Chromium stores it a little later than that returns, and a request could leave without it: reading waits.
  return document.cookie.includes(cookie);
}
