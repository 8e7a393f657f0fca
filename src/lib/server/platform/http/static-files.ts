import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import sirv from 'sirv';

import { type CountResponse, UNROUTED } from '#lib/server/platform/metrics/request-metrics.ts';

import { OFFLINE_CACHE } from './offline-header.ts';
import type { Handler } from './request-listener.ts';
import { ASSET_CSP, securityHeaders, WORKER_CSP } from './security-headers.ts';
import { canonicalPath, contentTypeOf, readTextFiles, sendTextFile } from './text-files.ts';

type Headers = Record<string, string>;

const HTML = { 'content-type': 'text/html; charset=utf-8' };

interface PrerenderedPage {
  pathname: string;
  headers: { key: string; value: string }[];
}

/** @returns the headers that Astro noted for each prerendered page: its content security policy */
function readPageHeaders(dist: string): Map<string, Headers> {
  const pages: PrerenderedPage[] = JSON.parse(readFileSync(join(dist, '_headers.json'), 'utf8'));
  const toRecord = ({ headers }: PrerenderedPage) =>
    Object.fromEntries(headers.map(({ key, value }) => [key.toLowerCase(), value]));
  return new Map(pages.map((page) => [page.pathname, toRecord(page)]));
}

/** Scripts, styles and fonts are no documents: without headers about documents each is 0.1 KB smaller. */
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

/** @returns what a file's response carries besides its own headers, by path */
function createHeadersFor(dist: string, common: Headers): (path: string) => Headers {
  const pages = readPageHeaders(dist);
  const assets = assetHeaders(common);
  return (path) => {
    const caching = { 'cache-control': cacheControlFor(path) };
    if (isAsset(path)) return { ...assets, ...caching };
    if (path === '/worker.js')
      return { ...common, ...caching, 'content-security-policy': WORKER_CSP };
    const page = pages.get(path.replace(/(?:\/index\.html|\/)$/, ''));
    return { ...common, ...caching, ...(page && { ...page, ...OFFLINE_CACHE, ...HTML }) };
  };
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`);

/** @returns the path of a URL as sirv reads it */
function decodePath(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** sirv handles neither a file that has disappeared nor a client that left. */
function guardStream(response: ServerResponse): void {
  response.once('pipe', (file: Readable) => {
    file.once('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
}

/** Serves the files that are read when they are requested. */
const createSirv = (dist: string, headersFor: (path: string) => Headers): ReturnType<typeof sirv> =>
  sirv(join(dist, 'client'), {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: ['html'],
    setHeaders: (response, path) => {
      guardStream(response);
      response.setHeaders(new Map(Object.entries(headersFor(path))));
      const type = contentTypeOf(path);
      if (type) response.setHeader('content-type', type);
    },
  });

/** As Astro does for pages that are rendered. */
function redirect({ url = '' }: IncomingMessage, response: ServerResponse, headers: Headers) {
  const [path = ''] = url.split('?', 1);
  const location = canonicalPath(path) + url.slice(path.length);
  response.writeHead(301, { ...headers, 'cache-control': 'no-cache', location }).end();
}

/**
 * Serves what the build made: scripts, styles, fonts, images and prerendered pages. Small texts are read once, at start:
 * to open, read and close a file for each request takes six times as long as to send it.
 * @param dist the folder of the build
 * @param https whether the site is served over https
 * @param count counts the responses
 */
export function serveStaticFiles(dist: string, https: boolean, count: CountResponse): Handler {
  const common = securityHeaders(https);
  const headersFor = createHeadersFor(dist, common);
  const texts = readTextFiles(join(dist, 'client'), headersFor);
  const files = new Set(listFiles(join(dist, 'client')));
  const serve = createSirv(dist, headersFor);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const start = performance.now();
    const path = decodePath(request.url ?? '');
    const canonical = canonicalPath(path);
    const text = texts.get(canonical);
    if (text) {
      if (canonical === path) sendTextFile(text, request, response);
      else redirect(request, response, common);
      const ms = performance.now() - start;
      return count(request.method, UNROUTED.staticFile, response.statusCode, ms);
    }
    // sirv adds none to 304.
    if (request.headers['if-none-match'] && files.has(path))
      response.setHeaders(new Map(Object.entries(headersFor(path))));
    // sirv throws for a range that ends before it starts; ranges are optional (RFC 9110, 14.2).
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
