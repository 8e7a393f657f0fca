import type { OpenApiDocument } from '#lib/server/app/openapi/build-document.ts';
import type { JsonSchema } from '#lib/server/app/openapi/to-json-schema.ts';

import { exampleValue } from './example-value.ts';

export type Call = OpenApiDocument['paths'][string][string];

const SITE = 'https://glean.example';

function formArguments({ properties = {} }: JsonSchema): string[] {
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  return fields.map(([name, schema]) => {
    const isFile = JSON.stringify(schema).includes('contentMediaType');
    return isFile ? `-F '${name}=@file'` : `-F '${name}=…'`;
  });
}

function bodyArguments({ requestBody }: Call): string[] {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  if (!type || !content) return [];
  const schema = content.schema as JsonSchema;
  if (type !== 'application/json') return formArguments(schema);
  return ["-H 'content-type: application/json'", `-d '${JSON.stringify(exampleValue(schema))}'`];
}

/**
 * The curl command of a call, with cookies in a file.
 * @param path with its parameters in braces
 */
export function curlOf(method: string, path: string, call: Call): string {
  const isWrite = method !== 'get';
  const parts = [
    `curl -b cookies -c cookies${isWrite ? ` -X ${method.toUpperCase()}` : ''} '${SITE}${path}'`,
    ...(isWrite ? [`-H 'origin: ${SITE}'`, '-H "x-csrf-token: $CSRF"'] : []),
    ...(call['x-access'] === 'accessToken' ? ['-H "authorization: Bearer $ACCESS"'] : []),
    ...bodyArguments(call),
  ];
  return parts.join(' \\\n  ');
}
