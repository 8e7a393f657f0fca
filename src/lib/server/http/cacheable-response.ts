import type { MiddlewareHandler } from 'hono';

import type { Env, RequestContext } from './env.ts';
import { hashContent, matchesEtag } from './etag.ts';

/** A page says how long ago things were, to the minute. */
const PAGE_MS = 60_000;

const TYPE = { 'content-type': 'application/json' };

/**
 * Answers with what may be answered again while the database is the same: for reads that depend on nothing but it and
 * who asks, and that no limit counts.
 */
export function answerKept(c: RequestContext, data: unknown): Response {
  const body = JSON.stringify({ data });
  c.set('answer', { body, headers: TYPE });
  return c.body(body, 200, TYPE);
}

/** As `answerKept`, for what is asked again and again: with an etag, so that who has it already is told so (304). */
export function answerOnce(c: RequestContext, data: unknown): Response {
  const body = JSON.stringify({ data });
  const etag = `W/"${hashContent(body)}"`;
  const headers = { ...TYPE, etag };
  c.set('answer', { body, headers });
  const isKnown = matchesEtag(c.req.header('if-none-match'), etag);
  return isKnown ? c.body(null, 304, { etag }) : c.body(body, 200, headers);
}

/** Lets a page that was drawn for a member be given again, as `answerKept` does an answer; for a minute. */
export const offerPage: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const { viewer, now } = c.get('ctx');
  const { status, headers } = c.res;
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!viewer || !isPage || status !== 200 || headers.has('set-cookie')) return;
  viewer.until = Math.min(viewer.until, now() + PAGE_MS);
  const body = await c.res.text();
  c.set('answer', { body, headers: Object.fromEntries(headers) });
  c.res = undefined;
  c.res = new Response(body, { status, headers });
};
