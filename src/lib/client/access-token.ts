import * as z from 'zod/mini';

import { Token } from '#lib/contract/auth.ts';

import { call } from './http.ts';

const KEY = 'access_token';
const Claims = z.object({ exp: z.number() });

/** Until when a token serves, milliseconds since 1970; 0 when it does not say or cannot be read (spec 4). */
export function expiryOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return z.parse(Claims, JSON.parse(atob(payload))).exp * 1000;
  } catch {
    return 0;
  }
}

let coming: Promise<string> | undefined;

async function fetchToken(): Promise<string> {
  const { token } = await call('token/access', Token);
  sessionStorage.setItem(KEY, token);
  return token;
}

/** A token for the calls that need one: the kept one while it is unexpired, otherwise a new one (spec 4). */
export async function accessToken(now: number = Date.now()): Promise<string> {
  const kept = sessionStorage.getItem(KEY);
  if (kept && expiryOf(kept) > now) return kept;
  coming ??= fetchToken().finally(() => (coming = undefined));
  return coming;
}

/** Forgets the kept token, as when somebody else signs in. */
export const forgetToken = (): void => sessionStorage.removeItem(KEY);
