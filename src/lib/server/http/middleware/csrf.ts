import type { MiddlewareHandler } from 'hono';

import { AppError } from '#lib/server/errors.ts';
import { readCookie, writeCookie } from '#lib/server/http/cookies.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { hashToken, randomToken } from '#lib/server/secrets.ts';

const TOKEN_LIFETIME_MS = 3_600_000;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const crossOrigin = () => new AppError('cross_origin');
const invalidToken = () => new AppError('invalid_csrf_token');

/** @returns what a token belongs to: the session, or the visitor cookie before sign-in; null without either */
function csrfSubject(c: RequestContext): string | null {
  const { viewer } = c.get('ctx');
  if (viewer) return `session ${viewer.sessionId}`;
  const visitor = readCookie(c, 'visitor');
  return visitor && `visitor ${hashToken(visitor)}`;
}

/** @returns a CSRF token for who asks; a visitor without a cookie gets one first */
export function issueCsrfToken(c: RequestContext): string {
  const { secrets, now } = c.get('ctx');
  let owner = csrfSubject(c);
  if (!owner) {
    const visitor = randomToken();
    writeCookie(c, 'visitor', visitor);
    owner = `visitor ${hashToken(visitor)}`;
  }
  const expiry = now() + TOKEN_LIFETIME_MS;
  return `${expiry}.${secrets.sign('csrf', `${expiry} ${owner}`)}`;
}

function isValidToken(c: RequestContext, token: string): boolean {
  const { secrets, now } = c.get('ctx');
  const [expiry = '', signature = ''] = token.split('.');
  const owner = csrfSubject(c);
  if (!owner || !(Number(expiry) > now())) return false;
  return secrets.verify('csrf', `${expiry} ${owner}`, signature);
}

/** A browser says where a request comes from in at least one of two headers; both must agree that it is us. */
function isSameOrigin(c: RequestContext): boolean {
  const { config } = c.get('ctx');
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  if (!origin && !site) return false;
  // A demo is reached by any name: what the browser calls us must be what it says it comes from.
  const ours = config.demo ? `http://${c.req.header('host')}` : config.publicUrl;
  return (!origin || origin === ours) && (!site || site === 'same-origin');
}

/** Lets a changing call through only from our own pages, with a token of theirs (spec 6; design 5). */
export const requireCsrf: MiddlewareHandler<Env> = async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method)) {
    if (!isSameOrigin(c)) throw crossOrigin();
    if (!isValidToken(c, c.req.header('x-csrf-token') ?? '')) throw invalidToken();
  }
  await next();
};
