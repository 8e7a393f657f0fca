import type { Call } from '#lib/server/platform/http/calls.ts';

import { type JsonSchema, toInputSchema } from './to-json-schema.ts';

const MEGABYTE = 1024 * 1024;

/** @returns the texts of a form: what is no text in the contract is JSON in a field */
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

/** @returns the document's body of a request, if it has one */
export function requestBody({ body, form }: Call) {
  if (body)
    return { required: true, content: { 'application/json': { schema: toInputSchema(body) } } };
  if (!form) return undefined;
  return { required: true, content: { 'multipart/form-data': { schema: uploadSchema(form) } } };
}
