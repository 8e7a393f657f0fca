import type { RequestContext } from './env.ts';

/** For what no cache may keep. */
export const NOT_KEPT = { 'cache-control': 'no-store' };

/** For what may be kept, and is asked for anew each time. */
export const ASKED_ANEW = { 'cache-control': 'no-cache' };

/**
 * Puts headers on the answer before there is one; those the answer brings itself win. They go to Node's own response
 * where there is one: a `Response` whose headers are touched is taken apart and put together anew, which costs as much
 * as a cached page.
 */
export function setDefaults(c: RequestContext, headers: Record<string, string>): void {
  const outgoing = c.env?.outgoing;
  if (!outgoing) c.set('defaults', { ...c.get('defaults'), ...headers });
  else for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
}

/** Puts the defaults on an answer that no server of Node's sends: in tests, and in development. */
export function addDefaults(c: RequestContext): void {
  for (const [name, value] of Object.entries(c.get('defaults') ?? {}))
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
}
