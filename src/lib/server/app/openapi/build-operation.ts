import * as z from 'zod/mini';

import { ERROR_STATUS, type ErrorCode } from '#lib/contract/error-codes.ts';
import type { TokenScope } from '#lib/contract/people/personal-tokens.ts';
import type { ActsFor } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import {
  type Access,
  accessOf,
  type Call,
  type RequestHeader,
  scopeOf,
} from '#lib/server/platform/http/calls.ts';
import { BUDGETS, type Rate } from '#lib/server/platform/rate-limits/read-budgets.ts';

import { fieldCodes, type JsonSchema, toInputSchema, toOutputSchema } from './to-json-schema.ts';

const ALWAYS: ErrorCode[] = [
  'malformed_url',
  'rate_limited',
  'token_rejected',
  'two_credentials',
  'unknown_host',
  'viewer_mismatch',
  'internal',
  'unavailable',
  'database_damaged',
];
const OF_WRITES: ErrorCode[] = ['cross_origin', 'invalid_csrf_token', 'storage_full'];
const OF_BODIES: ErrorCode[] = [
  'unsupported_media_type',
  'invalid_encoding',
  'malformed_json',
  'body_too_large',
  'object_expected',
];
const OF_FORMS: ErrorCode[] = [
  'unsupported_media_type',
  'invalid_encoding',
  'malformed_json',
  'malformed_upload',
  'upload_too_large',
  'file_too_large',
  'text_too_large',
  'unexpected_file',
  'duplicate_field',
  'object_expected',
  'request_aborted',
];
const OF_ACCESS: Record<Access, ErrorCode[]> = {
  open: [],
  member: ['unauthenticated'],
  accessToken: ['unauthenticated', 'invalid_access_token'],
  staff: ['unauthenticated', 'staff_only'],
};

// A stewardship may have ended in between.
const OF_ACTING: Record<ActsFor, ErrorCode[]> = {
  self: [],
  appointment: ['not_looked_after'],
  trip: ['not_looked_after'],
  author: ['not_looked_after'],
  input: ['not_looked_after'],
};

const OF_HEADERS: ErrorCode[] = ['invalid_idempotency_key'];

/** @returns the error codes that the input of a request may cause */
function inputCodes({ query, headers = [], body, form }: Call): ErrorCode[] {
  return [
    ...(query ? [...fieldCodes(query), 'duplicate_parameter' as const] : []),
    ...(headers.includes('idempotency-key') ? OF_HEADERS : []),
    ...(body ? [...fieldCodes(body), ...OF_BODIES] : []),
    ...(form ? [...OF_FORMS, form.upload.tooManyFiles] : []),
    ...(form?.texts ? fieldCodes(form.texts) : []),
  ];
}

/**
 * @param name method and path of the route
 * @returns all error codes of a call, without duplicates
 */
export function errorCodes(name: string, call: Call): ErrorCode[] {
  const isWrite = !name.startsWith('GET ');
  const scope = scopeOf(name, call);
  const needsConsent = isWrite && !call.withoutConsent;
  const codes = new Set<ErrorCode>([
    ...ALWAYS,
    ...OF_ACCESS[accessOf(name, call)],
    ...(scope ? [] : (['token_not_allowed'] as const)),
    ...(scope === 'write' ? (['insufficient_scope'] as const) : []),
    ...(isWrite ? OF_WRITES : []),
    ...(needsConsent ? (['consent_required', 'suspended'] as const) : []),
    ...inputCodes(call),
    ...Object.values(call.ids ?? {}).map((noun) => `${noun}_not_found` as const),
    ...OF_ACTING[call.actsFor ?? 'self'],
    ...(call.errors ?? []),
  ]);
  return [...codes].toSorted();
}

const EXAMPLE = {
  seconds: 60,
  maximum: 100,
  name: '…',
  mediaType: '…',
  value: '…',
  member: '…',
  allow: ['…'],
};

/** @returns the English sentence of a code, with an ellipsis or example for its values */
const sentenceOf = (code: ErrorCode): string => new AppError(code, EXAMPLE).message;

/** @returns the failed responses of the document, by status */
function errorResponses(codes: ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${sentenceOf(code)}`).join('\n\n'),
        content: { 'application/json': { schema: errorSchema(list) } },
      },
    ]),
  );
}

const errorSchema = (codes: ErrorCode[]) => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    { type: 'object', properties: { code: { enum: codes } } },
  ],
});

const ID = { type: 'string', format: 'uuid' };

const HEADERS: Record<RequestHeader, string> = {
  'idempotency-key':
    'At most 64 characters. A request that is repeated with the same key is done once.',
  'if-match': 'The ETag of the text that the change began from.',
  'if-none-match': 'The ETag of an earlier response: 304 when nothing has changed.',
};

/** A parameter in the path, the query or the headers. */
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

const pathParameter = (name: string, schema: z.ZodMiniType | undefined): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema: schema ? toInputSchema(schema) : ID,
});

function queryParameters(query: z.ZodMiniType | undefined): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = toInputSchema(query) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const headerParameter = (name: RequestHeader): Parameter => ({
  name,
  in: 'header',
  required: false,
  description: HEADERS[name],
  schema: { type: 'string', ...(name === 'idempotency-key' && { minLength: 1, maxLength: 64 }) },
});

/**
 * @param path the route's path
 * @returns the call's parameters in the document
 */
function parametersOf(path: string, { params = {}, query, headers = [] }: Call): Parameter[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  return [
    ...names.map((name) => pathParameter(name, params[name])),
    ...queryParameters(query),
    ...headers.map(headerParameter),
  ];
}

const MEGABYTE = 1024 * 1024;

/** @returns the text fields of a form: fields of other types are JSON */
function textProperties(schema: JsonSchema): [string, JsonSchema][] {
  const { properties = {} } = schema as { properties?: Record<string, JsonSchema> };
  return Object.entries(properties);
}

function uploadSchema({ texts, upload, types }: NonNullable<Call['form']>) {
  const { fileField, fileBytes, files } = upload;
  const schema = texts ? toInputSchema(texts) : {};
  const file = { type: 'string', contentMediaType: types.join(', '), format: 'binary' };
  const description = `At most ${files}, of ${fileBytes / MEGABYTE} MB each: ${types.join(', ')}.`;
  const one = { ...file, description };
  const many = { type: 'array', maxItems: files, items: file, description };
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(textProperties(schema)),
      [fileField]: files === 1 ? one : many,
    },
    ...('required' in schema && { required: schema['required'] }),
  };
}

/** @returns the request body in the document, if the call has one */
function requestBody({ body, form }: Call) {
  if (body)
    return { required: true, content: { 'application/json': { schema: toInputSchema(body) } } };
  if (!form) return undefined;
  return { required: true, content: { 'multipart/form-data': { schema: uploadSchema(form) } } };
}

const WHO: Record<Access, string> = {
  open: 'Open to everyone.',
  member: 'For members.',
  accessToken: 'For members, with an access token besides the session.',
  staff: 'For staff.',
};

/** @returns the security requirements in OpenAPI's terms; one empty requirement for guests */
function securityOf(access: Access, isWrite: boolean, scope: TokenScope | undefined): object[] {
  const csrf = isWrite ? { csrf: [], visitor: [] } : {};
  const personalToken = scope ? [{ personalToken: [scope] }] : [];
  if (access === 'open') return [csrf, ...personalToken];
  const token = access === 'accessToken' ? { accessToken: [] } : {};
  return [{ session: [], ...token, ...(isWrite && { csrf: [] }) }, ...personalToken];
}

const toLimit = (name: string, { what, capacity, perSecond }: Rate) => ({
  name,
  what,
  points: capacity,
  seconds: Math.round(capacity / perSecond),
});

/** @returns the rate limits of a call: the budgets, and the limits of its noun */
function limitsOf({ limits = [] }: Call, isWrite: boolean, isForTokens: boolean): object[] {
  const { reads, tokens } = BUDGETS;
  const budgets = [
    ...(isWrite ? [] : [toLimit(reads.name, reads.member), toLimit(reads.name, reads.guest)]),
    ...(isForTokens ? [toLimit(tokens.name, tokens.member)] : []),
  ];
  return [...budgets, ...limits];
}

/** The response of a call without data. */
const NOTHING = z.null();

const fileContent = (type: string) => ({ [type]: { schema: { type: 'string' } } });

function jsonContent(call: Call, components: Record<string, JsonSchema>) {
  const schema = toOutputSchema(call.response ?? NOTHING, components);
  if (call.isBare) return { 'application/json': { schema } };
  const wrapped = { type: 'object', properties: { data: schema }, required: ['data'] };
  return { 'application/json': { schema: wrapped } };
}

function successResponses(call: Call, components: Record<string, JsonSchema>) {
  const { status = [200], file, headers = [] } = call;
  const content = file ? fileContent(file) : jsonContent(call, components);
  const done = status.map((each) => [each, { description: 'Done.', content }]);
  const unchanged = [304, { description: 'Nothing has changed.' }];
  return Object.fromEntries(headers.includes('if-none-match') ? [...done, unchanged] : done);
}

/** @returns e.g. `postWebForumPostsByIdLikes` */
const operationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replaceAll(/:(\w)/g, (_, first: string) => `by-${first}`)
    .replaceAll(/[^a-z]+([a-z]|$)/gi, (_, first: string) => first.toUpperCase());

/**
 * @param noun the noun of the call
 * @param components collects the schemas that the operation refers to
 * @returns the call as an OpenAPI 3.1 operation
 */
export function buildOperation(
  [method, path, noun]: [string, string, string],
  call: Call,
  components: Record<string, JsonSchema>,
) {
  const isWrite = method !== 'GET';
  const name = `${method} ${path}`;
  const access = accessOf(name, call);
  const consent = isWrite && access !== 'open' && !call.withoutConsent;
  const scope = scopeOf(name, call);
  const body = requestBody(call);
  return {
    operationId: operationId(method, path),
    tags: [noun],
    summary: call.summary,
    description: [
      WHO[access],
      ...(consent ? ['After the member agreed to the documents.'] : []),
      ...(scope ? [`A personal access token needs the scope \`${scope}\`.`] : []),
    ].join(' '),
    security: securityOf(access, isWrite, scope),
    parameters: parametersOf(path, call),
    ...(body && { requestBody: body }),
    responses: {
      ...successResponses(call, components),
      ...errorResponses(errorCodes(name, call)),
    },
    'x-access': access,
    'x-token-scope': scope ?? null,
    'x-rate-limits': limitsOf(call, isWrite, scope !== undefined),
  };
}
