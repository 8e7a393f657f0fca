import { ERROR_STATUS } from '#lib/contract/error-codes.ts';
import type { Calls } from '#lib/server/platform/http/calls.ts';
import { site } from '#lib/site.ts';

import { buildOperation } from './build-operation.ts';
import type { JsonSchema } from './to-json-schema.ts';

const VERSION = '1';

const DESCRIPTION = [
  'Successful responses have what they return in `data`, but for a few that say otherwise.',
  'Failed ones have a sentence for people and a code for programs, and both for each wrong field.',
  'A call that writes needs the header `x-csrf-token`, with a token of `GET /api/token/csrf`, and the `Origin` of the site.',
  'Instead of a session, a program may send a personal access token of the account settings: `Authorization: Bearer glean_pat_…`, without cookies and without a CSRF token. `x-token-scope` says which scope a call needs; null is for calls that no token opens.',
  'A list is read on with `cursor`: the `nextCursor` of the page before, until it is null.',
  'When a rate limit is reached, the status is 429 and `Retry-After` has the seconds to wait.',
].join('\n\n');

const texts = { type: 'object', additionalProperties: { type: 'string' } };

const ERROR = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A sentence for people.' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    fields: { ...texts, description: 'A sentence for each wrong field.' },
    field_codes: { ...texts, description: 'A code for each wrong field.' },
    current: { type: 'object', description: 'What another request changed, as it is now.' },
  },
};

const SECURITY = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  visitor: { type: 'apiKey', in: 'cookie', name: '__Host-visitor' },
  csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
  personalToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'glean_pat_…',
    description: 'A personal access token, with the scope `read` or `write`, instead of a session.',
  },
  accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
};

/** @returns the path in OpenAPI's notation */
const toTemplate = (path: string): string => `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`;

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, ReturnType<typeof buildOperation>>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object };
}

/**
 * @param nouns calls by noun
 * @returns the OpenAPI 3.1 description of the whole API
 */
export function buildDocument(nouns: Record<string, Calls>): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = { Error: ERROR };
  const paths: OpenApiDocument['paths'] = {};
  for (const [noun, calls] of Object.entries(nouns))
    for (const [name, call] of Object.entries(calls)) {
      const [method = '', path = ''] = name.split(' ');
      const built = buildOperation([method, path, noun], call, schemas);
      (paths[toTemplate(path)] ??= {})[method.toLowerCase()] = built;
    }
  return {
    openapi: '3.1.0',
    info: { title: site.name, version: VERSION, description: DESCRIPTION },
    tags: Object.keys(nouns).map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: SECURITY },
  };
}
