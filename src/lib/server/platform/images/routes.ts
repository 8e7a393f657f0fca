import { Hono } from 'hono';

import { notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { NO_STORE } from '#lib/server/platform/http/response-headers.ts';
import { DOCUMENT_TYPE } from '#lib/server/platform/storage/file-store.ts';

import { findMedia } from './service.ts';

const YEAR_S = 31_536_000;
const PREFIX = '/media/';

const PUBLIC = `public, max-age=${YEAR_S}, immutable`;

/** Serves stored images and documents; the file of a key never changes. */
export const media = new Hono<Env>().get('/*', async (c) => {
  const found = await findMedia(c.get('ctx'), c.req.path.slice(PREFIX.length));
  if (!found) throw notFound('file');
  const { file, isPublic } = found;
  const headers = {
    'content-type': file.type,
    'content-length': String(file.size),
    'cache-control': isPublic ? PUBLIC : NO_STORE['cache-control'],
    // Browsers download documents instead of opening them on our origin (ASVS 3.2.1).
    ...(file.type === DOCUMENT_TYPE && { 'content-disposition': 'attachment' }),
  };
  if (c.req.method !== 'HEAD') return c.body(file.body, 200, headers);
  // An unread stream of a bucket would keep its connection open.
  if (file.body instanceof ReadableStream) await file.body.cancel();
  return c.body(null, 200, headers);
});
