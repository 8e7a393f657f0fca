import { hashToken, randomToken } from '#lib/server/secrets.ts';

import { readCookie, writeCookie } from './cookies.ts';
import type { RequestContext } from './env.ts';

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
