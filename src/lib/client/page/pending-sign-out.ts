import { writeCookie } from './write-cookie.ts';

const MAX_AGE_SECONDS = 180 * 86_400;

// The name of the server's cookie, see server/platform/http/cookies.ts.
const cookieName = () => (location.protocol === 'https:' ? '__Host-signed-out' : 'signed-out');

/**
 * Marks this browser as logged out. The server then treats it as a guest, although the session cookie, which scripts
 * cannot delete, may still exist.
 */
export function markSignedOut(): void {
  writeCookie(cookieName(), '1', MAX_AGE_SECONDS);
  sessionStorage.clear();
}

/** Whether a logout still has to reach the server. */
export const isMarkedSignedOut = (): boolean => document.cookie.includes(`${cookieName()}=1`);
