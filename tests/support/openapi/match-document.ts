// Compares responses with the API document.
import * as z from 'zod';

import { CALLS } from '#lib/server/app/calls.ts';
import { buildDocument, type OpenApiDocument } from '#lib/server/app/openapi/build-document.ts';
import type { ApiResponse } from '#tests/support/site/http-browser.ts';

type JsonSchema = Record<string, unknown>;

const document = JSON.parse(JSON.stringify(buildDocument(CALLS))) as OpenApiDocument;

const $defs = JSON.parse(
  JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
) as Record<string, JsonSchema>;

/** A validator of a schema in the document, which rejects undocumented properties. */
function toValidator(schema: JsonSchema) {
  const own = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema({ ...(JSON.parse(own) as JsonSchema), $defs });
}

/** A documented response. */
interface Described {
  content?: Record<string, { schema: JsonSchema }>;
}

/** The document's description of a response. */
function describedResponse(call: string, status: number): Described | undefined {
  const [method = '', path = ''] = call.split(' ');
  const template = `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  const responses = document.paths[template]?.[method.toLowerCase()]?.responses;
  return (responses as Record<string, Described> | undefined)?.[status];
}

const codesOf = (schema: JsonSchema): string[] => {
  const [, { properties }] = schema['allOf'] as [
    object,
    { properties: { code: { enum: string[] } } },
  ];
  return properties.code.enum;
};

function problemOfBody(schema: JsonSchema, { status, body }: ApiResponse): string | null {
  if (status >= 400 && !codesOf(schema).includes(body['code']))
    return `${body['code']} is not one of its errors`;
  const wanted = status >= 400 ? { $ref: '#/$defs/Error' } : schema;
  const { error } = toValidator(wanted).safeParse(body);
  return error ? `${z.prettifyError(error)}: ${JSON.stringify(body).slice(0, 300)}` : null;
}

/**
 * @param call as in the routes: `GET /web/forum/posts/:id`
 * @returns the difference between a response and the document; null without one
 */
export function findMismatch(call: string, response: ApiResponse): string | null {
  const described = describedResponse(call, response.status);
  if (!described) return `${call}: no status ${response.status} (${response.body['code']})`;
  const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
  const content = Object.entries(described.content ?? {});
  if (content.length === 0) return null;
  const found = content.find(([each]) => each.split(';', 1)[0] === type);
  if (!found) return `${call}: ${type} is not one of its media types`;
  if (type !== 'application/json') return null;
  const problem = problemOfBody(found[1].schema, response);
  return problem && `${call} ${response.status}: ${problem}`;
}
