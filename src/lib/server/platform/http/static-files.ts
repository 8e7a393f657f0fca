import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import sirv from 'sirv';

import { type CountResponse, UNROUTED } from '#lib/server/platform/metrics/request-metrics.ts';
import { site } from '#lib/site.ts';

import { type Encoding, negotiate } from './encoding.ts';
import type { Handler } from './guard/server.ts';
import { ASSET_CSP, hashContent, securityHeaders, WORKER_CSP } from './response-headers.ts';

type Headers = Record<string, string>;

// The types that the build compresses (`scripts/build/compress.ts`). Text types have a charset (ASVS 4.1.1).
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'text/xml; charset=utf-8',
};
// Scripts of a PDF reader are larger, and rarely requested.
const MAX_BYTES = 64 * 1024;
const SUFFIXES = { identity: '', br: '.br', gzip: '.gz' } as const;

/** A file in one encoding. */
interface Variant {
  body: Buffer;
  headers: OutgoingHttpHeaders;
  etag: string;
  /** the headers of a 304 */
  unchanged: OutgoingHttpHeaders;
}

/** A file in the encodings that the build made. */
interface TextFile extends Partial<Record<Encoding, Variant>> {
  identity: Variant;
}

/** @returns the content type of a built text file by its extension; undefined for others */
const contentTypeOf = (path: string): string | undefined => TYPES[extname(path)];

function readVariant(path: string, encoding: keyof typeof SUFFIXES, own: OutgoingHttpHeaders) {
  const { size, mtime } = statSync(path);
  const etag = `W/"${size}-${mtime.getTime()}"`;
  const unchanged = { vary: 'Accept-Encoding', ...own, etag };
  const headers = {
    'content-type': contentTypeOf(path.slice(0, path.length - SUFFIXES[encoding].length)),
    ...unchanged,
    'last-modified': mtime.toUTCString(),
    'content-length': size,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  return { body: readFileSync(path), headers, etag, unchanged };
}

function readFile(path: string, headers: OutgoingHttpHeaders): TextFile {
  const file: TextFile = { identity: readVariant(path, 'identity', headers) };
  for (const encoding of ['br', 'gzip'] as const)
    if (existsSync(path + SUFFIXES[encoding]))
      file[encoding] = readVariant(path + SUFFIXES[encoding], encoding, headers);
  return file;
}

const WORKER = '/worker.js';

/**
 * Reads the service worker. The version of the site's settings is its last line: browsers install a worker again, and
 * with it the offline page, when its bytes change.
 * @returns a function that returns it with the current version
 */
function readWorker(client: string, own: OutgoingHttpHeaders): () => TextFile {
  const path = join(client, WORKER);
  const compress = { identity: (body: Buffer) => body, br: brotliCompressSync, gzip: gzipSync };
  const write = (version: number): TextFile => {
    const text = Buffer.from(`${readFileSync(path, 'utf8')}// ${version}\n`);
    const etag = `W/"${hashContent(text)}"`;
    const unchanged = { vary: 'Accept-Encoding', ...own, etag };
    const toVariant = (encoding: keyof typeof compress): Variant => {
      const body = compress[encoding](text);
      const headers = {
        'content-type': contentTypeOf(path),
        ...unchanged,
        'content-length': body.length,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      };
      return { body, headers, etag, unchanged };
    };
    return { identity: toVariant('identity'), br: toVariant('br'), gzip: toVariant('gzip') };
  };
  let last: { version: number; file: TextFile } | undefined;
  return () => {
    const { version } = site;
    if (last?.version !== version) last = { version, file: write(version) };
    return last.file;
  };
}

const isSent = (name: string): boolean => extname(name) in TYPES && !/(?:^|\/)\./.test(name);

/**
 * Reads the small text files of the build, about one megabyte.
 * @param folder of the files
 * @param headersFor returns additional headers by path
 * @returns the files by path; larger files are missing
 */
function readTextFiles(
  folder: string,
  headersFor: (path: string) => OutgoingHttpHeaders,
): Map<string, TextFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = names.filter(isSent).filter((name) => {
    const stats = statSync(join(folder, name));
    return stats.isFile() && stats.size <= MAX_BYTES;
  });
  return new Map(
    texts.map((name) => [`/${name}`, readFile(join(folder, name), headersFor(`/${name}`))]),
  );
}

/** Sends a file in an accepted encoding, or 304. */
function sendTextFile(
  variants: TextFile,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const encoding = negotiate(headers['accept-encoding']?.toString());
  const file = variants[encoding] ?? variants.identity;
  if (headers['if-none-match'] === file.etag) response.writeHead(304, file.unchanged).end();
  else response.writeHead(200, file.headers).end(file.body);
}

/** Scripts, styles and fonts need no headers about documents: each is 0.1 KB smaller without. */
function assetHeaders(common: Headers): Headers {
  const { 'permissions-policy': _p, 'x-frame-options': _f, ...headers } = common;
  delete headers['cross-origin-opener-policy'];
  return { ...headers, 'content-security-policy': ASSET_CSP };
}

const isAsset = (path: string) => /^\/_astro\/.+\.(?:m?js|css|woff2)$/.test(path);

const cacheControlFor = (path: string) =>
  path.startsWith('/_astro/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=0, must-revalidate';

/** @returns a function from a path to additional headers */
function createHeadersFor(common: Headers): (path: string) => Headers {
  const assets = assetHeaders(common);
  return (path) => {
    const caching = { 'cache-control': cacheControlFor(path) };
    if (isAsset(path)) return { ...assets, ...caching };
    return {
      ...common,
      ...caching,
      ...(path === WORKER && { 'content-security-policy': WORKER_CSP }),
    };
  };
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`);

/** @returns the path of a URL, decoded like sirv does */
function decodePath(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** sirv handles neither a file that has disappeared nor a client that has left. */
function guardStream(response: ServerResponse): void {
  response.once('pipe', (file: Readable) => {
    file.once('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
}

/** Serves files that are read on request. */
const createSirv = (dist: string, headersFor: (path: string) => Headers): ReturnType<typeof sirv> =>
  sirv(join(dist, 'client'), {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      guardStream(response);
      response.setHeaders(new Map(Object.entries(headersFor(path))));
      const type = contentTypeOf(path);
      if (type) response.setHeader('content-type', type);
    },
  });

/**
 * Serves the files of the build: scripts, styles, fonts and images. Small text files are read once
 * at the start: opening, reading and closing a file takes six times as long as sending it.
 * @param dist the folder of the build
 * @param https whether the site is served over https
 * @param count counts the responses
 */
export function serveStaticFiles(dist: string, https: boolean, count: CountResponse): Handler {
  const common = securityHeaders(https);
  const headersFor = createHeadersFor(common);
  const texts = readTextFiles(join(dist, 'client'), headersFor);
  const worker = readWorker(join(dist, 'client'), headersFor(WORKER));
  const files = new Set(listFiles(join(dist, 'client')));
  const serve = createSirv(dist, headersFor);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const start = performance.now();
    const path = decodePath(request.url ?? '');
    const text = path === WORKER ? worker() : texts.get(path);
    if (text) {
      sendTextFile(text, request, response);
      const ms = performance.now() - start;
      return count(request.method, UNROUTED.staticFile, response.statusCode, ms);
    }
    // sirv adds no headers to 304.
    if (request.headers['if-none-match'] && files.has(path))
      response.setHeaders(new Map(Object.entries(headersFor(path))));
    // sirv throws for a range that ends before it starts; supporting ranges is optional (RFC 9110, 14.2).
    delete request.headers.range;
    // sirv calls `next`, or writes the headers, before it returns.
    let isFile = true;
    serve(request, response, () => {
      isFile = false;
      next();
    });
    if (!isFile) return;
    const ms = performance.now() - start;
    count(request.method, UNROUTED.staticFile, response.statusCode, ms);
  };
}
