import { ERROR_STATUS, type ErrorCode } from '#lib/contract/error-codes.ts';
import type { TokenScope } from '#lib/contract/personal-tokens.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { Access, Call } from '#lib/server/platform/http/calls.ts';

import { fieldCodes } from './walk-schema.ts';

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

const OF_HEADERS: ErrorCode[] = ['invalid_idempotency_key'];

/** @returns the codes that what a request sends may cause */
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
 * @param isWrite whether it needs a CSRF token
 * @param scope that a personal access token needs; undefined for a call that is closed to tokens
 * @returns all codes that a call may respond with, without repetition
 */
export function errorCodes(
  call: Call,
  isWrite: boolean,
  scope: TokenScope | undefined,
): ErrorCode[] {
  const needsConsent = isWrite && !call.withoutConsent;
  const codes = new Set<ErrorCode>([
    ...ALWAYS,
    ...OF_ACCESS[call.access ?? 'member'],
    ...(scope ? [] : (['token_not_allowed'] as const)),
    ...(scope === 'write' ? (['insufficient_scope'] as const) : []),
    ...(isWrite ? OF_WRITES : []),
    ...(needsConsent ? (['consent_required', 'suspended'] as const) : []),
    ...inputCodes(call),
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

/** @returns the English sentence of a code; what differs is an ellipsis or an example */
const sentenceOf = (code: ErrorCode): string => new AppError(code, EXAMPLE).message;

/** @returns the document's failed responses by status */
export function errorResponses(codes: ErrorCode[]): Record<string, object> {
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
