import { Hono } from 'hono';

import type { Env } from '#lib/server/http/env.ts';
import { hashContent, matchesEtag } from '#lib/server/http/etag.ts';

import { buildDocument } from './build-document.ts';

const TYPE = { 'content-type': 'application/json; charset=utf-8' };
const FRESHNESS = { 'cache-control': 'public, max-age=3600' };

/** The document as it is sent: it changes only with a new version of the software. */
interface Stored {
  text: string;
  etag: string;
}

let stored: Stored | undefined;

function getStored(): Stored {
  if (stored) return stored;
  const text = JSON.stringify(buildDocument());
  stored = { text, etag: `"${hashContent(text)}"` };
  return stored;
}

/** The description of the API, open to everyone. */
export const openapi = new Hono<Env>().get('/', (c) => {
  const { text, etag } = getStored();
  const headers = { ...FRESHNESS, etag };
  return matchesEtag(c.req.header('if-none-match'), etag)
    ? c.body(null, 304, headers)
    : c.body(text, 200, { ...TYPE, ...headers });
});
