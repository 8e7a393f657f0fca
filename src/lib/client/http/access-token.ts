import { isSignedOut } from './api-error.ts';
import { request, tokenBody } from './request.ts';
import { hasKeys } from './response-shape.ts';

const KEY = 'access_token';
const claims = hasKeys<{ exp: number }>('exp');

/** Until when a token serves, milliseconds since 1970; 0 when it does not say or cannot be read (spec 4). */
export function expiryOf(jwt: string): number {
  try {
    const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return claims.parse(JSON.parse(atob(payload))).exp * 1000 || 0;
  } catch {
    return 0;
  }
}

let pending: Promise<string> | undefined;

async function fetchToken(): Promise<string> {
  const fresh = (await request('token/access', tokenBody)).token;
  sessionStorage.setItem(KEY, fresh);
  return fresh;
}

/** A token for the calls that need one: the kept one while it is unexpired, otherwise a new one (spec 4). */
export async function getAccessToken(now: number = Date.now()): Promise<string> {
  const kept = sessionStorage.getItem(KEY);
  if (kept && expiryOf(kept) > now) return kept;
  pending ??= fetchToken().finally(() => (pending = undefined));
  return pending;
}

/** Forgets the kept token, as when somebody else signs in. */
export const clearAccessToken = (): void => sessionStorage.removeItem(KEY);

/**
 * Makes a call that needs the token. When it is refused, as after a new sign-in, it is made once more with a new one.
 * @param run makes it with these headers
 * @throws ApiError, unauthenticated when the member is signed out
 */
export async function withAccessToken<T>(
  run: (headers: { authorization: string }) => Promise<T>,
): Promise<T> {
  const attempt = async () => run({ authorization: `Bearer ${await getAccessToken()}` });
  try {
    return await attempt();
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    clearAccessToken();
    return attempt();
  }
}
