import type { Hono, MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';

import { ID_PATTERN } from '#lib/contract/ids.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';

// Layers decode these differently, so that a path check could see another page than the router.
const AMBIGUOUS = /\/\/|\\|%25|%2f|%5c|%00|[\0-\x20\x7f]/i;

const MOVED_PERMANENTLY = 301;

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * Rejects ambiguous raw paths with 400, and Astro's own endpoints, which begin with `_`, with 404: `/_image` would
 * resize images for anyone, at seconds of processor time each. Static files are served earlier.
 */
export const rejectAmbiguousPaths: MiddlewareHandler<Env> = async (c, next) => {
  const raw = c.req.url;
  const path = raw.slice(raw.indexOf('/', raw.indexOf('//') + 2)).split(/[?#]/, 1)[0] ?? '';
  const plain = AMBIGUOUS.test(path) ? null : decode(path);
  if (plain === null) throw new AppError('malformed_url');
  if (plain.startsWith('/_')) throw new AppError('page_not_found');
  await next();
};

// Characters that a sentence or messenger may add to a link. Tokens may end with - and _, ids do not.
const BEHIND_LINK = /(?<=[\p{L}\p{N}_\-])\/?[[\p{P}\p{S}\p{Z}\p{C}]--[\/_\-]]+$/v;
const BEHIND_ID = new RegExp(`(?<=/${ID_PATTERN})[_-]+$`);
const NO_PAGE = /^\/(?:api|media)\//;
// Bounds the work; no page has a longer path.
const MAX_PATH = 300;

/** Redirects a URL with trailing punctuation or spaces to the page: `/exchange/{id}).` */
export const cleanPaths: MiddlewareHandler<Env> = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (pathname.length > MAX_PATH || NO_PAGE.test(pathname)) return next();
  const path = decode(pathname) ?? pathname;
  const clean = path.replace(BEHIND_LINK, '').replace(BEHIND_ID, '');
  if (clean === path) return next();
  const encoded = clean.split('/').map(encodeURIComponent).join('/');
  return c.redirect(encoded + search, MOVED_PERMANENTLY);
};

/** @returns a function that checks whether a Host header names this site; a demo has any host name */
export function isOwnHost({ demo, publicUrl }: Config): (host: string | undefined) => boolean {
  const own = new URL(publicUrl).host;
  return (host) => demo || host === own;
}

/** Rejects other hosts with 421, so that no link and no cached page contains another host name. */
export function rejectUnknownHosts(config: Config): MiddlewareHandler<Env> {
  const isOwn = isOwnHost(config);
  return async (c, next) => {
    if (!isOwn(c.req.header('host'))) throw new AppError('unknown_host');
    await next();
  };
}

/**
 * Rejects requests of a member's page when the session belongs to another member: someone may have logged in on a
 * shared phone while the page was open (docs/decisions/0023-viewer-mismatch.md).
 */
export const rejectViewerMismatch: MiddlewareHandler<Env> = async (c, next) => {
  const { viewer } = c.get('ctx');
  const pageViewerId = c.req.header('x-viewer-id');
  if (viewer && pageViewerId && viewer.id !== pageViewerId) throw new AppError('viewer_mismatch');
  await next();
};

/**
 * Finds the methods that an app has for a path.
 * @param app with all its routes
 * @returns a function that throws AppError method_not_allowed for a path that only has other methods
 */
export function createMethodCheck(app: Hono<Env>): (method: string, path: string) => void {
  const router = new TrieRouter<string>();
  // Middleware is registered for all methods.
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  for (const { method, path } of routes) router.add('ALL', path, method);
  return (method, path) => {
    const found = router.match('ALL', path)[0].map(([allowed]) => allowed);
    const allow = [...new Set(found.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : each)))];
    if (allow.length > 0 && !allow.includes(method))
      throw new AppError('method_not_allowed', { allow });
  };
}
