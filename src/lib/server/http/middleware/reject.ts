import type { MiddlewareHandler } from 'hono';

import type { Config } from '#lib/server/config.ts';
import { AppError } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';

// Whatever one layer decodes and another does not: a guard on the path would see a different page than the router.
const AMBIGUOUS = /\/\/|\\|%25|%2f|%5c|%00|[\0-\x20\x7f]/i;

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * Answers 400 to raw paths that could mean two things, or nothing (design 3), and 404 to what Astro serves by itself
 * under names that begin with `_`: pictures in any size and quality to anybody, seconds of work for each. Built files
 * are answered ahead of this.
 */
export const rejectAmbiguousPaths: MiddlewareHandler<Env> = async (c, next) => {
  const raw = c.req.url;
  const path = raw.slice(raw.indexOf('/', raw.indexOf('//') + 2)).split(/[?#]/, 1)[0] ?? '';
  const plain = AMBIGUOUS.test(path) ? null : decode(path);
  if (plain === null) throw new AppError('malformed_url');
  if (plain.startsWith('/_')) throw new AppError('page_not_found');
  await next();
};

/** @returns whether a Host header names this site; a demo is reached by any name */
export function isOwnHost({ demo, publicUrl }: Config): (host: string | undefined) => boolean {
  const own = new URL(publicUrl).host;
  return (host) => demo || host === own;
}

/** Answers 421 to other hosts, so that no link and no cache entry is made for another name. */
export function rejectUnknownHosts(config: Config): MiddlewareHandler<Env> {
  const isOwn = isOwnHost(config);
  return async (c, next) => {
    if (!isOwn(c.req.header('host'))) throw new AppError('unknown_host');
    await next();
  };
}
