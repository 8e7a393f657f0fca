import { getCookie, setCookie } from 'hono/cookie';

import { SESSION_DAYS } from '#lib/contract/people/sign-in/sessions.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';

import type { RequestContext } from './env.ts';

/**
 * The cookies: `session` of a member, `visitor` before sign-in, `device` of a browser in which a member has logged in. The browser
 * writes `signed-out` itself when it signs out offline (client/page/pending-sign-out.ts).
 */
export type CookieName = 'session' | 'visitor' | 'device' | 'signed-out';

const SESSION_SECONDS = SESSION_DAYS * 86_400;

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

/** @returns a function that checks whether a Cookie header may be a member's: whether it has a well-formed session */
export function hasSessionCookie(https: boolean): (cookies: string) => boolean {
  const session = new RegExp(`${cookieName('session', https)}=[\\w-]{43}(?:;|$)`);
  return (cookies) => session.test(cookies);
}

/** @returns a cookie's value, or null */
export const readCookie = (
  c: RequestContext,
  name: CookieName,
  https = isHttps(c),
): string | null => getCookie(c, cookieName(name, https)) || null;

/** Sets an HttpOnly cookie. @param value null deletes it */
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

const toBinding = (visitor: string) => `visitor ${hashToken(visitor)}`;

/** @returns what a token is bound to: the session, or the visitor cookie before sign-in; null without both */
export function readBinding(c: RequestContext): string | null {
  const { viewer } = c.get('ctx');
  if (viewer?.sessionId) return `session ${viewer.sessionId}`;
  const visitor = readCookie(c, 'visitor');
  return visitor && toBinding(visitor);
}

/** Gives a browser the visitor cookie. @returns what a token is bound to from now on */
export function bindVisitor(c: RequestContext): string {
  const visitor = randomToken();
  writeCookie(c, 'visitor', visitor);
  return toBinding(visitor);
}

/** Makes the browser that of a member. @param tokens the values of the cookies `session` and `device` */
export function writeSignInCookies(
  c: RequestContext,
  { session, device }: { session: string; device: string },
): void {
  writeCookie(c, 'session', session);
  writeCookie(c, 'device', device);
  writeCookie(c, 'visitor', null);
  writeCookie(c, 'signed-out', null);
}

/** @returns what a browser sends besides what signs it in */
export const signInBrowser = (c: RequestContext) => ({
  userAgent: c.req.header('user-agent') ?? '',
  session: c.get('session'),
  device: readCookie(c, 'device'),
});
