import { writeCookie, readCookie } from './cookies.ts';
import type { RequestContext } from './env.ts';

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
