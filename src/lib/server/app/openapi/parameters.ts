import type * as z from 'zod/mini';

import type { Call, RequestHeader } from '#lib/server/platform/http/calls.ts';

import { type JsonSchema, toInputSchema } from './to-json-schema.ts';

const ID = { type: 'string', format: 'uuid' };

const HEADERS: Record<RequestHeader, string> = {
  'idempotency-key':
    'At most 64 characters. A request that is repeated with the same key is done once.',
  'if-match': 'The ETag of the text that the change began from.',
  'if-none-match': 'The ETag of an earlier response: 304 when nothing has changed.',
};

/** Of a path, a query or the headers. */
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
 * @param path as the routes have it
 * @returns the document's parameters of a call
 */
export function parametersOf(
  path: string,
  { params = {}, query, headers = [] }: Call,
): Parameter[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  return [
    ...names.map((name) => pathParameter(name, params[name])),
    ...queryParameters(query),
    ...headers.map(headerParameter),
  ];
}
