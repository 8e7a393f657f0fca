import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';

import type { MiddlewareHandler } from 'hono';

import type { Env } from './env.ts';
import { setDefaultHeaders } from './response-headers.ts';

/** The content encodings. */
export type Encoding = 'br' | 'gzip' | 'zstd' | 'identity';

const brotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

// To hand a smaller body to another thread takes longer than to compress it.
const THREAD_BYTES = 64 * 1024;
// A smaller body is not fewer packets.
const MIN_BYTES = 1024;
const TEXT = /^(text\/|application\/(json|rss\+xml|atom\+xml|manifest\+json)|image\/svg)/;
/** Brotli's levels: `fast` for a body that is sent once, `best` for a cached one. */
const LEVEL = { fast: 3, best: 9 } as const;
// With a larger window Brotli allocates tables of megabytes for each body: at its best level 7 ms for 14 KB, not 0.2.
const WINDOW_BITS = 16;
// Zstandard compresses a page in a third of the time of Brotli's fast level, to less.
const ZSTD_PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Matches an encoding that is accepted: without a quality, or with one above 0. */
const accepts = (name: string) =>
  new RegExp(String.raw`(^|,)\s*${name}\s*(;\s*q=(?=1|0?\.\d*[1-9])|,|$)`, 'i');
const BR = accepts('br');
const GZIP = accepts('gzip');
const ZSTD = accepts('zstd');

/**
 * Negotiates the content encoding (RFC 9110, 12.5.3).
 * @param accepted the Accept-Encoding header
 * @param level `fast` prefers what is made fastest, `best` what is smallest
 */
export function negotiate(accepted = '', level: keyof typeof LEVEL = 'best'): Encoding {
  if (level === 'fast' && ZSTD.test(accepted)) return 'zstd';
  if (BR.test(accepted)) return 'br';
  if (GZIP.test(accepted)) return 'gzip';
  return 'identity';
}

/** Compresses a body, a large one in another thread. */
export async function encode(
  text: string | Uint8Array,
  encoding: Exclude<Encoding, 'identity'>,
  level: keyof typeof LEVEL,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'zstd')
    return zstdCompressSync(text, { params: ZSTD_PARAMS, pledgedSrcSize: Buffer.byteLength(text) });
  const isSmall = text.length < THREAD_BYTES && level === 'fast';
  if (encoding === 'gzip') return isSmall ? gzipSync(text) : compressGzip(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: LEVEL[level],
    // With a size hint Brotli allocates smaller tables: half of its time for a page.
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  };
  return isSmall ? brotliCompressSync(text, { params }) : brotli(text, { params });
}

/** Compresses text responses. */
export const compressResponses: MiddlewareHandler<Env> = async (c, next) => {
  const encoding = negotiate(c.req.header('accept-encoding'), 'fast');
  setDefaultHeaders(c, { vary: 'accept-encoding' });
  await next();
  if (encoding === 'identity' || c.req.method === 'HEAD' || c.res.status === 304) return;
  const { headers, status } = c.res;
  if (!TEXT.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return;
  const bytes = new Uint8Array(await c.res.arrayBuffer());
  headers.delete('content-length');
  const isLarge = bytes.length >= MIN_BYTES;
  if (isLarge) headers.set('content-encoding', encoding);
  // Or Hono would make a stream of the new body, and copy its headers.
  c.res = undefined;
  c.res = new Response(isLarge ? await encode(bytes, encoding, 'fast') : bytes, {
    status,
    headers,
  });
};
