import { Hono } from 'hono';

import { notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';

import { findStoredFile } from './service.ts';

const YEAR = 31_536_000;
const PREFIX = '/media/';
const DOCUMENT = 'application/pdf';

/** Stored pictures and documents. What a key names never changes, so a browser may keep it for ever. */
export const media = new Hono<Env>().get('/*', async (c) => {
  const file = await findStoredFile(c.get('ctx'), c.req.path.slice(PREFIX.length));
  if (!file) throw notFound('file');
  const headers = {
    'content-type': file.type,
    'content-length': String(file.size),
    'cache-control': `public, max-age=${YEAR}, immutable`,
    // A document is kept, not opened in our name (ASVS 3.2.1); a link's `download` gives it a name.
    ...(file.type === DOCUMENT && { 'content-disposition': 'attachment' }),
  };
  if (c.req.method !== 'HEAD') return c.body(file.body, 200, headers);
  // Nobody will read it, and a bucket's stream holds a connection until somebody does.
  if (file.body instanceof ReadableStream) await file.body.cancel();
  return c.body(null, 200, headers);
});
