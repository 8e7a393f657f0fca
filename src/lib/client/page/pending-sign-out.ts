const MAX_AGE_SECONDS = 180 * 86_400;

// The server's name for it, see pipeline/cookies.ts.
const cookieName = () => (location.protocol === 'https:' ? '__Host-signed-out' : 'signed-out');

/**
 * Signs this browser out without the server: from now on it is taken for a guest's, although the session's cookie,
 * which no script can take away, may live on until the server hears of it.
 */
export function markSignedOut(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookieName()}=1; path=/; max-age=${MAX_AGE_SECONDS}; samesite=lax${secure}`;
  sessionStorage.clear();
}

/** @returns whether the server still has to hear that somebody signed out */
export const isMarkedSignedOut = (): boolean =>
  document.cookie.split('; ').includes(`${cookieName()}=1`);
