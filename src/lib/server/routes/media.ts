import { Hono } from 'hono';

import { notFound } from '#lib/server/domain/refusals.ts';
import type { Env } from '#lib/server/pipeline/env.ts';

const YEAR = 31_536_000;
const PREFIX = '/media/';

/** Stored pictures. What a key names never changes, so a browser may keep it for ever. */
export const media = new Hono<Env>().get('/*', async (c) => {
  const file = await c.get('ctx').files.get(c.req.path.slice(PREFIX.length));
  if (!file) throw notFound('picture');
  return c.body(file.body, 200, {
    'content-type': file.type,
    'content-length': String(file.size),
    'cache-control': `public, max-age=${YEAR}, immutable`,
  });
});
