import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';

import { applyCorrection } from '#lib/contract/corrections.ts';
import { KEY_FIELD } from '#lib/contract/csrf.ts';
import type { Noun } from '#lib/contract/error-codes.ts';
import { formKeyOf } from '#lib/contract/form-key.ts';
import { toId } from '#lib/contract/ids.ts';
import { AppError, notFound, validationError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import type { Env, RequestContext } from './env.ts';

/** Whether a content type is that of a form with files. */
export const isMultipart = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(contentType ?? '');

/** Whether a content type is that of a form without files. */
export const isUrlEncoded = (contentType: string | undefined): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws AppError invalid_encoding: a lenient decoder would store other characters than were sent */
export function decodeUtf8(bytes: Uint8Array | ArrayBuffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new AppError('invalid_encoding');
  }
}

// More than any request needs. Thousands of levels take ten milliseconds to parse and to garbage-collect.
export const MAX_DEPTH = 16;

/** @returns the index after a JSON string */
function skipString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Whether arrays and objects are nested deeper than any request needs. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = skipString(text, at) - 1;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** @throws AppError malformed_json */
export function parseJsonText(text: string): unknown {
  if (isTooDeep(text)) throw new AppError('malformed_json');
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed_json');
  }
}

// More than the longest text, escaped.
const JSON_BYTES = 64 * 1024;

const limitBodySize: MiddlewareHandler<Env> = bodyLimit({
  maxSize: JSON_BYTES,
  onError: () => {
    throw new AppError('body_too_large');
  },
});

/** Rejects longer bodies of calls and plain forms with 413 while they stream in. Forms with files have their own limits. */
export const limitJsonBody: MiddlewareHandler<Env> = (c, next) => {
  if (c.req.method === 'GET' || isMultipart(c.req.header('content-type'))) return next();
  // Counting streamed bytes needs a `Request` with a stream: a tenth of the cost of a fast response, and much
  // garbage.
  const length = c.req.header('content-length');
  // An earlier handler that passed the request on has read the body within the limit.
  if (length === undefined) return c.req.raw.bodyUsed ? next() : limitBodySize(c, next);
  if (Number(length) > JSON_BYTES) throw new AppError('body_too_large');
  return next();
};

/**
 * Reads and ignores a body of any type, which a machine sends and which may be empty.
 * @throws AppError body_too_large, request_aborted
 */
export async function dropBody(c: RequestContext): Promise<void> {
  await limitBodySize(c, async () => {});
  await c.req.arrayBuffer().catch(() => {
    throw new AppError('request_aborted');
  });
}

/**
 * Validates input against its contract.
 * @throws AppError invalid, with a code and a sentence for each wrong field
 */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  throw validationError(result.error.issues);
}

/**
 * Reads a JSON body.
 * @throws AppError unsupported_media_type, invalid_encoding, malformed_json, invalid
 */
export async function parseJson<S extends z.ZodMiniType>(c: RequestContext, schema: S) {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new AppError('unsupported_media_type', { mediaType: 'application/json', value: type });
  const bytes = await c.req.arrayBuffer().catch(() => {
    throw new AppError('malformed_json');
  });
  return parse(schema, parseJsonText(decodeUtf8(bytes)));
}

/**
 * Reads the query. A parameter given twice is rejected, since software differs in which one counts.
 * @throws AppError duplicate_parameter, invalid
 */
export function parseQuery<S extends z.ZodMiniType>(c: RequestContext, schema: S): z.output<S> {
  const query: Record<string, string> = {};
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw new AppError('duplicate_parameter', { name });
    query[name] = values[0] ?? '';
  }
  return parse(schema, query);
}

/**
 * Reads an id in a path, or in a field of a form.
 * @param noun of the id, e.g. `post`
 * @throws AppError not_found for an invalid id
 */
export function readId(value: string | null | undefined, noun: Noun): string {
  const id = toId(value ?? undefined);
  if (!id) throw notFound(noun);
  return id;
}

const MAX_KEY_LENGTH = 64;

/**
 * Reads the idempotency key of a request.
 * @returns a new one when the request has none
 * @throws AppError invalid_idempotency_key
 */
export function parseIdempotencyKey(c: RequestContext): string {
  const key = c.req.header('idempotency-key')?.trim() ?? newId();
  if (key === '' || key.length > MAX_KEY_LENGTH) throw new AppError('invalid_idempotency_key');
  return key;
}

/**
 * Reads a plain form, whose CSRF token is not checked yet.
 * @throws AppError unsupported_media_type, body_too_large, request_aborted
 */
export async function readPageForm(c: RequestContext): Promise<URLSearchParams> {
  const type = c.req.header('content-type');
  if (!isUrlEncoded(type))
    throw new AppError('unsupported_media_type', {
      mediaType: 'application/x-www-form-urlencoded',
      value: type ?? '',
    });
  await limitJsonBody(c, async () => {});
  const text = await c.req.text().catch(() => {
    throw new AppError('request_aborted');
  });
  const form = new URLSearchParams(text);
  applyCorrection(form);
  return form;
}

/**
 * Reads the idempotency key of a plain form: submitting it again creates nothing.
 * @param content what it creates: after an edit, submitting it again creates something else
 * @returns the idempotency key for the corresponding call
 */
export async function parseFormKey(form: URLSearchParams, content: string): Promise<string> {
  const isValid = toId(form.get(KEY_FIELD) ?? undefined) !== null;
  return (isValid && (await formKeyOf(form, content))) || newId();
}
