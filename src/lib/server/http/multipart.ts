import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser';

import { UPLOAD } from '#lib/contract/images.ts';

import { inBlocks } from './multipart-chunks.ts';
import {
  BrokenUpload,
  NotMultipart,
  TooManyFiles,
  UploadRefused,
  UploadTooLarge,
} from './multipart-errors.ts';

/** What one form may hold. */
export interface UploadLimits {
  /** how many files */
  files: number;
  /** bytes of one file */
  fileBytes: number;
  /** bytes of one text */
  textBytes: number;
  /** bytes of the whole body */
  totalBytes: number;
  /** the files' field; `name[]` is taken as well */
  fileField: string;
  textFields: readonly string[];
}

/** What a form held: texts by field, and files in the order they were sent. */
export interface Form {
  texts: Record<string, string>;
  files: { type: string; bytes: Uint8Array; name: string }[];
}

// Texts nobody asked for (a browser's extension may add some) beyond which a form is not a person's.
const SPARE_PARTS = 16;

const BOUNDARY = /^[\w'()+,./:=? -]{1,70}$/;

/**
 * Reads a form with files, refusing it while it streams in (checks 5.2.1, 15.3.6, 15.3.7). A refusal
 * stops the reading. Texts of fields that are not listed are left out, as unknown keys of JSON are;
 * a file in any other field is refused, so that nobody believes it was kept. The empty part that a
 * browser sends for a field without choice is left out.
 * @throws UploadTooLarge, TooManyFiles, BrokenUpload, NotMultipart, UploadRefused (400)
 */
export async function readMultipart(request: Request, limits: UploadLimits): Promise<Form> {
  const boundary = boundaryOf(request);
  if (Number(request.headers.get('content-length')) > limits.totalBytes) throw new UploadTooLarge();
  if (!request.body) throw new BrokenUpload();
  const reader = request.body.getReader();
  try {
    return await readForm(inBlocks(reader, limits.totalBytes), parserFor(boundary, limits), limits);
  } catch (error) {
    // Not cancelled: that would end the connection before the answer is read; `sockets.ts` takes the rest.
    reader.releaseLock();
    throw toRefusal(error);
  }
}

function boundaryOf(request: Request): string {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw new NotMultipart();
  const boundary = getMultipartBoundary(type)?.trim() ?? '';
  if (!BOUNDARY.test(boundary)) throw new BrokenUpload();
  return boundary;
}

const parserFor = (boundary: string, { files, fileBytes, textBytes, ...rest }: UploadLimits) =>
  new MultipartParser(boundary, {
    maxFileSize: Math.max(fileBytes, textBytes),
    maxTotalSize: rest.totalBytes,
    maxParts: files + rest.textFields.length + SPARE_PARTS,
  });

async function readForm(
  body: AsyncIterable<Uint8Array>,
  parser: MultipartParser,
  limits: UploadLimits,
): Promise<Form> {
  const form: Form = { texts: Object.create(null), files: [] };
  for await (const block of body) {
    // What follows the last boundary means nothing (RFC 2046, 5.1.1).
    if (isFinished(parser)) continue;
    for (const part of parser.write(block)) take(part, form, limits);
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

function take(part: MultipartPart, form: Form, limits: UploadLimits): void {
  const disposition = part.headers['content-disposition']?.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  // RFC 7578 forbids the encoded form of a name, and no browser sends it.
  if (!part.name || !disposition || disposition.includes('filename*')) throw new BrokenUpload();
  const name = part.filename;
  if (name === undefined) takeText(part, part.name, form.texts, limits);
  else if (name !== '' || part.size > 0) takeFile(part, name, form.files, limits);
}

function takeText(
  part: MultipartPart,
  field: string,
  texts: Form['texts'],
  limits: UploadLimits,
): void {
  if (part.size > limits.textBytes) throw new UploadTooLarge('Please send a shorter text.');
  if (!limits.textFields.includes(field)) return;
  if (field in texts) throw new UploadRefused('invalid', 'Please send each field only once.');
  texts[field] = part.text;
}

function takeFile(
  part: MultipartPart,
  name: string,
  files: Form['files'],
  { fileField, fileBytes, files: most }: UploadLimits,
): void {
  if (part.name !== fileField && part.name !== `${fileField}[]`)
    throw new UploadRefused('invalid', 'Please send files only where the form asks for them.');
  if (files.length >= most) throw new TooManyFiles(most);
  if (part.size > fileBytes) throw new UploadTooLarge(UPLOAD.sizeMessage);
  files.push({ type: part.mediaType?.toLowerCase() ?? '', bytes: part.bytes, name });
}

function toRefusal(error: unknown): UploadRefused {
  if (error instanceof UploadRefused) return error;
  if (error instanceof MaxFileSizeExceededError) return new UploadTooLarge(UPLOAD.sizeMessage);
  return new BrokenUpload({ cause: error });
}
