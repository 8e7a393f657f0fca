import { getCookie, setCookie } from 'hono/cookie';

import { SESSION_SECONDS } from '#lib/server/sessions/service.ts';

import type { RequestContext } from './env.ts';

/**
 * Our cookies: `session` of a member, `visitor` of who has not signed in, `device` of who once knew a password. `signed-out` is
 * written by the browser itself (client/signed-out.ts) when it could not tell us that its member left.
 */
export type CookieName = 'session' | 'visitor' | 'device' | 'signed-out';

const MAX_AGE_SECONDS: Record<CookieName, number> = {
  session: SESSION_SECONDS,
  visitor: 86_400,
  device: SESSION_SECONDS,
  'signed-out': SESSION_SECONDS,
};

/** Whether the site is served over https, where cookies get `__Host-` and `Secure`. */
const isHttps = (c: RequestContext) => c.get('ctx').config.publicUrl.startsWith('https:');

/**
 * @param https whether the site is served over https
 * @returns the name a cookie has on the wire
 */
const cookieName = (name: CookieName, https: boolean): string => (https ? `__Host-${name}` : name);

/** @returns tells by a request's cookies whether it may be a member's: whether it has a session, of whatever worth */
export function hasSessionCookie(https: boolean): (cookies: string) => boolean {
  const session = `${cookieName('session', https)}=`;
  return (cookies) => cookies.includes(session);
}

/** @returns a cookie's value, or null */
export const readCookie = (
  c: RequestContext,
  name: CookieName,
  https = isHttps(c),
): string | null => getCookie(c, cookieName(name, https)) || null;

/** Gives the browser a cookie that no script can read. @param value null takes it away */
export function writeCookie(c: RequestContext, name: CookieName, value: string | null): void {
  const secure = isHttps(c);
  setCookie(c, cookieName(name, secure), value ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    maxAge: value === null ? 0 : MAX_AGE_SECONDS[name],
  });
}
