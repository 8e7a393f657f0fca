const YEAR_SECONDS = 31_536_000;

/**
 * Writes a cookie for the whole site, which the server also reads.
 * @param maxAge in seconds
 * @returns whether the browser stored it
 */
export function writeCookie(name: string, value: string, maxAge = YEAR_SECONDS): boolean {
  const cookie = `${name}=${value}`;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookie}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
  // Chromium stores a cookie shortly after the assignment, and a request could leave without it; reading waits
  // for that.
  return document.cookie.includes(cookie);
}
