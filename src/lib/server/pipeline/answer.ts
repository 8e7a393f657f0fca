import type { RequestContext } from './env.ts';
import { contentTag, namesEtag } from './etag.ts';

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
  const etag = `W/"${contentTag(body)}"`;
  const headers = { ...TYPE, etag };
  c.set('answer', { body, headers });
  const isKnown = namesEtag(c.req.header('if-none-match'), etag);
  return isKnown ? c.body(null, 304, { etag }) : c.body(body, 200, headers);
}
