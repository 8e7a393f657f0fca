const SECONDS = 180 * 86_400;

const SIGNED_OUT = 'glean:signed-out';

/** Says to what runs in the background of a member's page that there is no member any more. */
export const tellSignedOut = (): boolean => document.dispatchEvent(new Event(SIGNED_OUT));

/** Does something when this page's member is signed out. */
export const onSignedOut = (act: () => void): void =>
  document.addEventListener(SIGNED_OUT, act, { once: true });

// The server's name for it, see pipeline/cookies.ts.
const name = () => (location.protocol === 'https:' ? '__Host-signed-out' : 'signed-out');

/**
 * Signs this browser out without the server: from now on it is taken for a guest's, although the session's cookie,
 * which no script can take away, may live on until the server hears of it.
 */
export function markSignedOut(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name()}=1; path=/; max-age=${SECONDS}; samesite=lax${secure}`;
  sessionStorage.clear();
  tellSignedOut();
}

/** @returns whether the server still has to hear that somebody signed out */
export const isMarkedSignedOut = (): boolean => document.cookie.split('; ').includes(`${name()}=1`);
