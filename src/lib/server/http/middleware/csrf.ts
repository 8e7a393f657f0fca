import type { MiddlewareHandler } from 'hono';

import { AppError } from '#lib/server/errors.ts';
import { readCookie, writeCookie } from '#lib/server/http/cookies.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { hashToken, randomToken } from '#lib/server/secrets.ts';

const TOKEN_LIFETIME_MS = 3_600_000;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const toClient = (visitor: string) => `visitor ${hashToken(visitor)}`;

/** @returns what a token is bound to: the session, or the visitor cookie before sign-in; null without both */
function readClient(c: RequestContext): string | null {
  const { viewer } = c.get('ctx');
  if (viewer) return `session ${viewer.sessionId}`;
  const visitor = readCookie(c, 'visitor');
  return visitor && toClient(visitor);
}

/**
 * Identifies the browser that something is bound to.
 * @throws AppError invalid_csrf_token for one with neither session nor visitor cookie
 */
export function requireClient(c: RequestContext): string {
  const client = readClient(c);
  if (!client) throw new AppError('invalid_csrf_token');
  return client;
}

/** @returns a CSRF token; a visitor without a cookie gets one first */
export function issueCsrfToken(c: RequestContext): string {
  const { secrets, now } = c.get('ctx');
  let client = readClient(c);
  if (!client) {
    const visitor = randomToken();
    writeCookie(c, 'visitor', visitor);
    client = toClient(visitor);
  }
  const expiry = now() + TOKEN_LIFETIME_MS;
  return `${expiry}.${secrets.sign('csrf', `${expiry} ${client}`)}`;
}

function isValidToken(c: RequestContext, token: string): boolean {
  const { secrets, now } = c.get('ctx');
  const [expiry = '', signature = ''] = token.split('.');
  const client = readClient(c);
  if (!client || !(Number(expiry) > now())) return false;
  return secrets.verify('csrf', `${expiry} ${client}`, signature);
}

/** Browsers send at least one of Origin and Sec-Fetch-Site; both must be this site. */
function isSameOrigin(c: RequestContext): boolean {
  const { config } = c.get('ctx');
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  if (!origin && !site) return false;
  // A demo is reached by any host name, so its Origin is compared with Host.
  const expected = config.demo ? `http://${c.req.header('host')}` : config.publicUrl;
  return (!origin || origin === expected) && (!site || site === 'same-origin');
}

/** Requires a valid token and the same origin for every method that writes (docs/product.md, "CSRF"). */
export const requireCsrf: MiddlewareHandler<Env> = async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method)) {
    if (!isSameOrigin(c)) throw new AppError('cross_origin');
    if (!isValidToken(c, c.req.header('x-csrf-token') ?? ''))
      throw new AppError('invalid_csrf_token');
  }
  await next();
};
