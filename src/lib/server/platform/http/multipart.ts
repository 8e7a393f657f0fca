import { setTimeout as delay } from 'node:timers/promises';

import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser';

import { CSRF_FIELD, VIEWER_FIELD } from '#lib/contract/csrf.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import type { RequestContext } from './env.ts';
import { decodeUtf8, isMultipart, readPageForm } from './parse-request.ts';

// The parser retains a view of every chunk, so small chunks are joined first.
const CHUNK_BYTES = 256 * 1024;
// Some 25 MB a second: otherwise a large form on a fast connection would block the process for 100 ms.
const PAUSE_MS = 10;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads a body in large chunks, with a pause after each, so that other requests run in between.
 * @param maxBytes the maximum of the whole body
 * @throws AppError upload_too_large as soon as it is exceeded
 */
export async function* rechunk(reader: Reader, maxBytes: number): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let total = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    total += next.value.length;
    if (total > maxBytes) throw new AppError('upload_too_large');
    chunks.push(next.value);
    size += next.value.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
    await delay(PAUSE_MS);
  }
  yield Buffer.concat(chunks);
}

/** The limits of a form with files. */
export interface UploadLimits {
  /** the number of files */
  files: number;
  /** the error code for more files */
  tooManyFiles: ErrorCode;
  /** bytes of one file */
  fileBytes: number;
  /** bytes of one text */
  textBytes: number;
  /** bytes of the whole body */
  totalBytes: number;
  /** the name of the files' field; `name[]` is accepted, too */
  fileField: string;
  textFields: readonly string[];
}

/** The texts of a form by field, and its files in the order they were sent. */
export interface MultipartForm {
  texts: Record<string, string>;
  files: { type: string; bytes: Uint8Array; name: string }[];
}

// Browser extensions may add fields.
const MAX_EXTRA_PARTS = 16;

// A file's name has at most 255 bytes.
const MAX_HEADER_BYTES = 1024;

// Always matches from a quote to the next one or the end, so that each character is read once.
const QUOTED = /"(?:[^"\\]|\\[^]?)*("|$)/g;

/** Empties the quoted strings of a header. An unclosed quote stays. */
const emptyQuotes = (header: string): string =>
  header.replace(QUOTED, (quoted: string, end: string) => (end ? '""' : quoted));

const BOUNDARY = /^[\w'()+,./:=? -]{1,70}$/;

/**
 * Reads a form with files, and rejects it while it streams in (ASVS 5.2.1, 15.3.6, 15.3.7). Unknown text fields are
 * ignored, like unknown keys of JSON. A file in any other field is rejected. The empty part that a browser sends for
 * a field without a file is ignored.
 * @throws AppError unsupported_media_type, malformed_upload, upload_too_large and others
 */
export async function readMultipart(
  request: Request,
  limits: UploadLimits,
): Promise<MultipartForm> {
  const boundary = parseBoundary(request);
  if (Number(request.headers.get('content-length')) > limits.totalBytes)
    throw new AppError('upload_too_large');
  if (!request.body) throw new AppError('malformed_upload');
  const reader = request.body.getReader();
  try {
    return await readParts(
      rechunk(reader, limits.totalBytes),
      createParser(boundary, limits),
      limits,
    );
  } catch (error) {
    // Canceling would close the connection before the response is read. `drainUnreadBody` reads the rest.
    reader.releaseLock();
    throw toUploadError(error);
  }
}

function parseBoundary(request: Request): string {
  const type = request.headers.get('content-type') ?? '';
  if (!isMultipart(type))
    throw new AppError('unsupported_media_type', { mediaType: 'multipart/form-data', value: type });
  const boundary = getMultipartBoundary(type)?.trim() ?? '';
  if (!BOUNDARY.test(boundary)) throw new AppError('malformed_upload');
  return boundary;
}

const createParser = (boundary: string, { files, fileBytes, textBytes, ...rest }: UploadLimits) =>
  new MultipartParser(boundary, {
    maxHeaderSize: MAX_HEADER_BYTES,
    maxFileSize: Math.max(fileBytes, textBytes),
    maxTotalSize: rest.totalBytes,
    maxParts: files + rest.textFields.length + MAX_EXTRA_PARTS,
  });

async function readParts(
  body: AsyncIterable<Uint8Array>,
  parser: MultipartParser,
  limits: UploadLimits,
): Promise<MultipartForm> {
  const form: MultipartForm = { texts: Object.create(null), files: [] };
  for await (const block of body) {
    // Bytes after the last boundary are ignored (RFC 2046, 5.1.1).
    if (isFinished(parser)) continue;
    for (const part of parser.write(block)) readPart(part, form, limits);
  }
  parser.finish();
  return form;
}

function isFinished(parser: MultipartParser): boolean {
  try {
    parser.finish();
    return true;
  } catch {
    return false;
  }
}

function readPart(part: MultipartPart, form: MultipartForm, limits: UploadLimits): void {
  const disposition = part.headers['content-disposition'] ?? '';
  // RFC 7578 forbids `filename*`, and no browser sends it.
  if (!part.name || emptyQuotes(disposition).includes('filename*'))
    throw new AppError('malformed_upload');
  const name = part.filename;
  if (name === undefined) readField(part, part.name, form.texts, limits);
  else if (name !== '' || part.size > 0) readFile(part, name, form.files, limits);
}

function readField(
  part: MultipartPart,
  field: string,
  texts: MultipartForm['texts'],
  limits: UploadLimits,
): void {
  if (part.size > limits.textBytes) throw new AppError('text_too_large');
  if (!limits.textFields.includes(field)) return;
  if (field in texts) throw new AppError('duplicate_field');
  texts[field] = decodeUtf8(part.bytes);
}

function readFile(
  part: MultipartPart,
  name: string,
  files: MultipartForm['files'],
  { fileField, fileBytes, files: max, tooManyFiles }: UploadLimits,
): void {
  if (part.name !== fileField && part.name !== `${fileField}[]`)
    throw new AppError('unexpected_file');
  if (files.length >= max) throw new AppError(tooManyFiles);
  if (part.size > fileBytes) throw new AppError('file_too_large');
  files.push({ type: part.mediaType?.toLowerCase() ?? '', bytes: part.bytes, name });
}

function toUploadError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof MaxFileSizeExceededError) return new AppError('file_too_large');
  return new AppError('malformed_upload', {}, { cause: error });
}

const NO_FILES = {
  files: 0,
  tooManyFiles: 'too_many_attachments',
  // As large as any file of a form, which is read to its end, and dropped.
  fileBytes: 5 * 1024 * 1024,
  textBytes: 400_000,
  totalBytes: 6 * 1024 * 1024,
  fileField: '',
} as const;

/**
 * Reads the texts of any form with files, and drops the files: after the session has ended, only the texts are
 * restored.
 * @throws AppError malformed_upload, upload_too_large and others
 */
async function readTexts(request: Request): Promise<URLSearchParams> {
  const parser = createParser(parseBoundary(request), { ...NO_FILES, textFields: [] });
  const texts = new URLSearchParams();
  const reader = request.body?.getReader();
  if (!reader) return texts;
  try {
    for await (const block of rechunk(reader, NO_FILES.totalBytes)) {
      if (isFinished(parser)) continue;
      for (const part of parser.write(block)) {
        const isText = part.name && part.filename === undefined && part.size <= NO_FILES.textBytes;
        if (isText) texts.append(part.name ?? '', decodeUtf8(part.bytes));
      }
    }
    return texts;
  } catch (error) {
    reader.releaseLock();
    throw toUploadError(error);
  }
}

/** Reads the texts of any plain form. @throws AppError see `readPageForm` and `readMultipart` */
export const readWords = (c: RequestContext): Promise<URLSearchParams> =>
  isMultipart(c.req.header('content-type')) ? readTexts(c.req.raw) : readPageForm(c);

/**
 * Reads a plain form that may have files, without checking its CSRF token.
 * @param limits of a form with files, not counting the token's field
 * @throws AppError see `readMultipart` and `readPageForm`
 */
export async function readUploadForm(
  c: RequestContext,
  limits: UploadLimits,
): Promise<{ values: URLSearchParams; files: MultipartForm['files'] }> {
  if (!isMultipart(c.req.header('content-type')))
    return { values: await readPageForm(c), files: [] };
  const textFields = [...limits.textFields, CSRF_FIELD, VIEWER_FIELD];
  const { texts, files } = await readMultipart(c.req.raw, { ...limits, textFields });
  return { values: new URLSearchParams(texts), files };
}
