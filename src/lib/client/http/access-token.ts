import { serverNow } from '#lib/client/server-clock.ts';

import { ApiError } from './api-error.ts';
import { request, tokenBody } from './request.ts';
import { hasKeys } from './response-shape.ts';

const KEY = 'access_token';
const claims = hasKeys<{ exp: number }>('exp');

/** When a token expires, milliseconds since 1970; 0 when it does not say (docs/product.md, Access token). */
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

/** The stored access token while it is valid, otherwise a new one. */
export async function getAccessToken(now: number = serverNow()): Promise<string> {
  const stored = sessionStorage.getItem(KEY);
  if (stored && expiryOf(stored) > now) return stored;
  pending ??= fetchToken().finally(() => (pending = undefined));
  return pending;
}

/** Deletes the stored token, as when another member signs in. */
export const clearAccessToken = (): void => sessionStorage.removeItem(KEY);

/**
 * Sends a request with the access token, and again with a new one when it is rejected.
 * @throws ApiError
 */
export async function withAccessToken<T>(
  run: (headers: { authorization: string }) => Promise<T>,
): Promise<T> {
  const attempt = async () => run({ authorization: `Bearer ${await getAccessToken()}` });
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_access_token')) throw error;
    clearAccessToken();
    return attempt();
  }
}
