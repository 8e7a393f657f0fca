import { negotiate } from '#lib/server/http/encoding.ts';
import { matchesEtag } from '#lib/server/http/etag.ts';

import { type CachedPage, encodedBody } from './page-cache.ts';

/** The request headers that decide what is sent of a page. */
interface Conditions {
  'if-none-match'?: string | undefined;
  'accept-encoding'?: string | undefined;
}

/** @returns what is sent of a page: 304 to a browser that has it, else the body in an encoding it accepts */
export async function negotiatePage(page: CachedPage, conditions: Conditions) {
  const { headers, etag } = page;
  if (matchesEtag(conditions['if-none-match'], etag)) return { status: 304, headers, body: null };
  const encoding = negotiate(conditions['accept-encoding']);
  const body = await encodedBody(page, encoding);
  const encoded = encoding !== 'identity' && { 'content-encoding': encoding };
  const length = { 'content-length': String(body.length) };
  return { status: 200, headers: { ...headers, ...encoded, ...length }, body };
}
