import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

import { type Encoding, negotiate } from './encoding.ts';

// What the build compresses (`scripts/compress.ts`). What is text names its charset (ASVS 4.1.1).
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'text/xml; charset=utf-8',
};
// Scripts of a reader for PDFs are larger, and rarely requested.
const MAX_BYTES = 64 * 1024;
const SUFFIXES = { identity: '', br: '.br', gzip: '.gz' } as const;

/** A file as it is sent in one encoding. */
interface Variant {
  body: Buffer;
  headers: OutgoingHttpHeaders;
  etag: string;
  /** of the response to a browser that has it */
  unchanged: OutgoingHttpHeaders;
}

/** A file, in the encodings that the build made. */
export interface TextFile extends Partial<Record<Encoding, Variant>> {
  identity: Variant;
}

/** @returns the content type of a built text by the end of its path; undefined for others */
export const contentTypeOf = (path: string): string | undefined => TYPES[extname(path)];

function readVariant(path: string, encoding: keyof typeof SUFFIXES, own: OutgoingHttpHeaders) {
  const { size, mtime } = statSync(path);
  const etag = `W/"${size}-${mtime.getTime()}"`;
  const unchanged = { ...own, vary: 'Accept-Encoding', etag };
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

const isSent = (name: string): boolean => extname(name) in TYPES && !/(?:^|\/)\./.test(name);

/** The path of a file: a page's has no name and no slash at its end. */
export const canonicalPath = (path: string): string => path.replace(/\/(?:index\.html)?$/, '');

/**
 * Reads the small texts of the build, about one megabyte.
 * @param folder of the files
 * @param headersFor what a file's response carries besides its own headers, by path
 * @returns them by path; what is not here is a larger file, or none
 */
export function readTextFiles(
  folder: string,
  headersFor: (path: string) => OutgoingHttpHeaders,
): Map<string, TextFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = names.filter(isSent).filter((name) => {
    const stats = statSync(join(folder, name));
    return stats.isFile() && stats.size <= MAX_BYTES;
  });
  return new Map(
    texts.map((name) => [
      canonicalPath(`/${name}`),
      readFile(join(folder, name), headersFor(`/${name}`)),
    ]),
  );
}

/** Sends a file in an encoding that the client accepts, or 304 to one that has it. */
export function sendTextFile(
  variants: TextFile,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const encoding = negotiate(headers['accept-encoding']?.toString());
  const file = variants[encoding] ?? variants.identity;
  if (headers['if-none-match'] === file.etag) response.writeHead(304, file.unchanged).end();
  else response.writeHead(200, file.headers).end(file.body);
}
