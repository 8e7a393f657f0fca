import type { RequestContext } from './env.ts';

/** For responses that no cache may store. */
export const NO_STORE = { 'cache-control': 'no-store' };

/** For responses that caches store and revalidate each time. */
export const NO_CACHE = { 'cache-control': 'no-cache' };

/**
 * Sets headers before there is a response; the response's own win. They go to Node's response where there is one:
 * to change the headers of a `Response` costs as much as to send a cached page.
 */
export function setDefaultHeaders(c: RequestContext, headers: Record<string, string>): void {
  const outgoing = c.env?.outgoing;
  if (!outgoing) c.set('defaultHeaders', { ...c.get('defaultHeaders'), ...headers });
  else for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
}

/** Adds a value to a header, which may have others; as `setDefaultHeaders`, also once there is a response. */
export function appendDefaultHeaders(c: RequestContext, headers: Record<string, string>): void {
  const outgoing = c.env?.outgoing;
  const known = c.get('defaultHeaders') ?? {};
  for (const [name, value] of Object.entries(headers))
    if (outgoing) outgoing.appendHeader(name, value);
    else known[name] = known[name] === undefined ? value : `${known[name]}, ${value}`;
  if (!outgoing) c.set('defaultHeaders', known);
}

/** Adds the default headers to a response that Node does not send: in tests and in development. */
export function applyDefaultHeaders(c: RequestContext): void {
  for (const [name, value] of Object.entries(c.get('defaultHeaders') ?? {}))
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
}
