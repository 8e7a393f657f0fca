import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { MiddlewareHandler } from 'hono';

import { setDefaultHeaders } from './default-headers.ts';
import type { Env } from './env.ts';

/** The forms a body is sent in. */
export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

// Below this a smaller body is no fewer packets.
const MIN_BYTES = 1024;
const TEXT = /^(text\/|application\/(json|rss\+xml|atom\+xml|manifest\+json)|image\/svg)/;
/** Brotli's levels: `fast` for a body sent once, `best` for one that is kept. */
const LEVEL = { fast: 4, best: 9 } as const;

/** Finds the name of a form that is taken: it has no quality, or one above nothing. */
const accepts = (name: string) =>
  new RegExp(String.raw`(^|,)\s*${name}\s*(;\s*q=(?=1|0?\.\d*[1-9])|,|$)`, 'i');
const BR = accepts('br');
const GZIP = accepts('gzip');

/**
 * Picks the form of an answer (RFC 9110, 12.5.3).
 * @param accepted the Accept-Encoding header
 */
export function negotiate(accepted = ''): Encoding {
  if (BR.test(accepted)) return 'br';
  if (GZIP.test(accepted)) return 'gzip';
  return 'identity';
}

/** @returns a text in another form @param level see `LEVEL` */
export function encode(
  text: string | Uint8Array,
  encoding: 'br' | 'gzip',
  level: keyof typeof LEVEL,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return deflate(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: LEVEL[level],
    // With the size, Brotli makes tables as large as it needs: half of its work on a page.
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return brotli(text, { params });
}

/** Sends texts in the smallest form the browser takes: members too are on prepaid data. */
export const compressResponses: MiddlewareHandler<Env> = async (c, next) => {
  const encoding = negotiate(c.req.header('accept-encoding'));
  setDefaultHeaders(c, { vary: 'accept-encoding' });
  await next();
  if (encoding === 'identity' || c.req.method === 'HEAD' || c.res.status === 304) return;
  const { headers, status } = c.res;
  if (!TEXT.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return;
  const text = await c.res.text();
  headers.delete('content-length');
  const isLarge = text.length >= MIN_BYTES;
  if (isLarge) headers.set('content-encoding', encoding);
  c.res = new Response(isLarge ? await encode(text, encoding, 'fast') : text, { status, headers });
};
