import type { RequestContext } from './env.ts';

/** For what no cache may keep. */
export const NO_STORE = { 'cache-control': 'no-store' };

/** For what may be kept, and is asked for anew each time. */
export const NO_CACHE = { 'cache-control': 'no-cache' };

/**
 * Puts headers on the answer before there is one; those the answer brings itself win. They go to Node's own response
 * where there is one: a `Response` whose headers are touched is taken apart and put together anew, which costs as much
 * as a cached page.
 */
export function setDefaultHeaders(c: RequestContext, headers: Record<string, string>): void {
  const outgoing = c.env?.outgoing;
  if (!outgoing) c.set('defaultHeaders', { ...c.get('defaultHeaders'), ...headers });
  else for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
}

/** Puts the defaults on an answer that no server of Node's sends: in tests, and in development. */
export function applyDefaultHeaders(c: RequestContext): void {
  for (const [name, value] of Object.entries(c.get('defaultHeaders') ?? {}))
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
}
