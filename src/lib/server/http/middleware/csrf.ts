import type { MiddlewareHandler } from 'hono';

import { AppError } from '#lib/server/errors.ts';
import { readCookie, writeCookie } from '#lib/server/http/cookies.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { hashToken, randomToken } from '#lib/server/secrets.ts';

const TOKEN_LIFETIME_MS = 3_600_000;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const crossOrigin = () => new AppError('cross_origin');
const invalidToken = () => new AppError('invalid_csrf_token');

/** @returns what a token is bound to: the session, or the visitor cookie before sign-in; null without both */
function csrfSubject(c: RequestContext): string | null {
  const { viewer } = c.get('ctx');
  if (viewer) return `session ${viewer.sessionId}`;
  const visitor = readCookie(c, 'visitor');
  return visitor && `visitor ${hashToken(visitor)}`;
}

/** @returns a CSRF token; a visitor without a cookie gets one first */
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

/** Browsers send at least one of Origin and Sec-Fetch-Site; both must be this site. */
function isSameOrigin(c: RequestContext): boolean {
  const { config } = c.get('ctx');
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  if (!origin && !site) return false;
  // A demo is reached by any host name, so its Origin is compared with Host.
  const ours = config.demo ? `http://${c.req.header('host')}` : config.publicUrl;
  return (!origin || origin === ours) && (!site || site === 'same-origin');
}

/** Requires a valid token and the same origin for every method that writes (docs/product.md, "CSRF"). */
export const requireCsrf: MiddlewareHandler<Env> = async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method)) {
    if (!isSameOrigin(c)) throw crossOrigin();
    if (!isValidToken(c, c.req.header('x-csrf-token') ?? '')) throw invalidToken();
  }
  await next();
};
