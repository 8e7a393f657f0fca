import type { JsonSchema } from '#lib/server/app/openapi/to-json-schema.ts';

import { type Call, curlOf } from './curl.ts';
import { describeSchema } from './describe-schema.ts';
import { responseFields } from './response-fields.ts';

const line = (name: string, schema: JsonSchema, isRequired: boolean): string =>
  `- \`${name}\`${isRequired ? '' : ' (optional)'}: ${describeSchema(schema)}`;

interface ObjectSchema extends JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

const fieldLines = ({ properties = {}, required = [] }: ObjectSchema): string[] =>
  Object.entries(properties).map(([name, each]) => line(name, each, required.includes(name)));

/** Introduces a member of a union by its constant field. */
function choiceTitle({ properties = {} }: ObjectSchema): string {
  const [name, each] = Object.entries(properties).find(([, field]) => 'const' in field) ?? [];
  return name && each ? `Sends, with \`${name}\` \`${JSON.stringify(each['const'])}\`` : 'Or sends';
}

/** The input of a call, a line per field; each content type has a section. */
function inputSections({ parameters, requestBody }: Call): string[] {
  const [content] = Object.values(requestBody?.content ?? {});
  const schema = (content?.schema ?? {}) as ObjectSchema;
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? []) as ObjectSchema[];
  const own = parameters.map((each) => line(each.name, each.schema, each.required));
  return [
    ...section('Sends', [...own, ...fieldLines(schema)]),
    ...choices.flatMap((choice) => section(choiceTitle(choice), fieldLines(choice))),
  ];
}

interface Response {
  description: string;
  content?: Record<string, { schema: JsonSchema }>;
}

/** The response of a call, a line per field; files have none. */
function outputSection({ responses }: Call): string[] {
  const succeeded = Object.entries(responses as Record<string, Response>).find(([status]) =>
    status.startsWith('2'),
  );
  const schema = succeeded?.[1].content?.['application/json']?.schema;
  if (!schema) return [];
  const { data } = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const title = data ? 'Returns in `data`' : 'Returns';
  return section(title, responseFields('', data ?? schema));
}

const codesOf = ({ content }: Response): string[] => {
  const text = JSON.stringify(content?.['application/json']?.schema['allOf'] ?? []);
  const [, list = ''] = /"enum":\[([^\]]*)\]/.exec(text) ?? [];
  return list.replaceAll('"', '').split(',').filter(Boolean);
};

function responseLines({ responses }: Call): string[] {
  return Object.entries(responses as Record<string, Response>).map(([status, response]) => {
    const codes = codesOf(response).map((code) => `\`${code}\``);
    return `- ${status}: ${codes.length > 0 ? codes.join(', ') : response.description}`;
  });
}

interface Limit {
  what: string;
  points: number;
  seconds: number;
}

const limitLines = (call: Call): string[] =>
  (call['x-rate-limits'] as Limit[]).map(
    ({ what, points, seconds }) => `- ${points} in ${seconds} seconds: ${what}`,
  );

const section = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? [`${title}:`, lines.join('\n')] : [];

/** Renders the section of a call as Markdown. */
export const renderCall = (method: string, path: string, call: Call): string =>
  [
    `## ${call.summary}`,
    `\`${method.toUpperCase()} ${path}\`. ${call.description}`,
    `\`\`\`sh\n${curlOf(method, path, call)}\n\`\`\``,
    ...inputSections(call),
    ...outputSection(call),
    ...section('Responds', responseLines(call)),
    ...section('Limits', limitLines(call)),
  ].join('\n\n');
