import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream';

import { negotiate } from './encoding.ts';
import { matchesEtag } from './etag.ts';
import { sendBody } from './send-body.ts';
import { type Compressed, ENDINGS, StaticFile } from './static-file.ts';

/** The built files by their address: a path as a browser asks for it. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

// Source maps and hidden files are for developers (check 13.4); `.well-known` is for everyone. A compressed form is no
// file of its own.
const HIDDEN = /\.(map|br|gz)$|(^|\/)\.(?!well-known\/)/;

/** What the build has compressed (scripts/compress.ts). */
function readCompressed(source: string): Compressed {
  const forms: Compressed = {};
  for (const encoding of ['br', 'gzip'] as const)
    if (existsSync(source + ENDINGS[encoding]))
      forms[encoding] = readFileSync(source + ENDINGS[encoding]);
  return forms;
}

/**
 * Takes the build's files into memory once, so that a request touches no disk: texts in
 * every form, and of larger binaries only what a header tells.
 * @param dir the folder of the build
 * @param headersFor what a file is sent with besides its own headers, by address, in lower case
 */
export function loadStaticFiles(
  dir: string,
  headersFor: (path: string) => Record<string, string>,
): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const name = relative(dir, source).split(sep).join('/');
    if (!entry.isFile() || HIDDEN.test(name)) continue;
    const address = addressOf(name);
    const headers = { 'cache-control': freshness(name), ...headersFor(address) };
    const content = readFileSync(source);
    files.set(address, new StaticFile(source, content, readCompressed(source), headers));
  }
  return files;
}

/** A prerendered page is at its clean path: `thank-you/index.html` at `/thank-you`. */
const addressOf = (name: string): string =>
  encodeURI(`/${name}`.replace(/\.html$/, '').replace(/\/index$/, '') || '/');

const freshness = (name: string): string =>
  name.startsWith('_astro/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=0, must-revalidate';

/**
 * Answers a GET or HEAD for a built file.
 * @returns false, with nothing done, when the request is for something else
 */
export function serveStaticFile(
  files: StaticFiles,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const [path = ''] = (request.url ?? '').split('?', 1);
  const file = files.get(path);
  if (!file) return false;
  const form = file.form(negotiate(request.headers['accept-encoding']));
  // The page for what is not found says so also when it is asked for by name.
  const status = path === '/404' ? 404 : 200;
  if (status === 200 && matchesEtag(request.headers['if-none-match'], form.etag))
    response.writeHead(304, form.validators).end();
  else {
    response.writeHead(status, form.headers);
    if (request.method === 'HEAD') response.end();
    else if (form.body) sendBody(response, form.body);
    else pipeline(createReadStream(file.source), response, () => undefined);
  }
  return true;
}
