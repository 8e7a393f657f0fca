import type { MiddlewareHandler } from 'hono';

import { AppError } from '#lib/server/platform/errors.ts';
import { bindVisitor, readBinding } from '#lib/server/platform/http/cookies.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';

const TOKEN_LIFETIME_MS = 3_600_000;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @returns a CSRF token; a visitor without a cookie gets the cookie, too */
export function issueCsrfToken(c: RequestContext): string {
  const { secrets, now } = c.get('ctx');
  const binding = readBinding(c) ?? bindVisitor(c);
  const expiry = now() + TOKEN_LIFETIME_MS;
  return `${expiry}.${secrets.sign('csrf', `${expiry} ${binding}`)}`;
}

function isValidToken(c: RequestContext, token: string): boolean {
  const { secrets, now } = c.get('ctx');
  const [expiry = '', signature = ''] = token.split('.');
  const binding = readBinding(c);
  if (!binding || !(Number(expiry) > now())) return false;
  return secrets.verify('csrf', `${expiry} ${binding}`, signature);
}

/** Browsers send at least one of Origin and Sec-Fetch-Site; those sent must match this site. */
function isSameOrigin(c: RequestContext): boolean {
  const { config } = c.get('ctx');
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  if (!origin && !site) return false;
  // A demo has any host name, so its Origin is compared with Host.
  const expected = config.demo ? `http://${c.req.header('host')}` : config.publicUrl;
  return (!origin || origin === expected) && (!site || site === 'same-origin');
}

/** @throws AppError cross_origin */
export function checkOrigin(c: RequestContext): void {
  if (!isSameOrigin(c)) throw new AppError('cross_origin');
}

/**
 * Requires a valid token and the same origin (docs/product.md, "CSRF").
 * @throws AppError cross_origin, invalid_csrf_token
 */
export function checkCsrf(c: RequestContext, token: string): void {
  checkOrigin(c);
  if (!isValidToken(c, token)) throw new AppError('invalid_csrf_token');
}

/**
 * Checks every method that writes. A personal access token, which is rejected beside a session cookie, needs no CSRF
 * token: browsers do not send it automatically.
 */
export const requireCsrf: MiddlewareHandler<Env> = async (c, next) => {
  const isToken = Boolean(c.get('ctx').viewer?.token);
  if (!isToken && !SAFE_METHODS.has(c.req.method)) checkCsrf(c, c.req.header('x-csrf-token') ?? '');
  await next();
};
