import type { JsonSchema } from '#lib/server/app/openapi/to-json-schema.ts';

import { describeSchema } from './describe-schema.ts';

const COMPONENT = '#/components/schemas/';

/** The page of objects shared by responses. */
export const OBJECTS = 'objects.md';

const linkTo = (reference: string): string => {
  const name = reference.slice(COMPONENT.length);
  return `[${name}](${OBJECTS}#${name.toLowerCase()})`;
};

const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/** The members of a union, and whether null is one of them. */
function choicesOf(schema: JsonSchema): { choices: JsonSchema[]; hasNull: boolean } {
  const all = (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[];
  return { choices: all.filter((each) => !isNull(each)), hasNull: all.some(isNull) };
}

/** The schemas inside an object or list, each with its path. */
function innerFields(path: string, schema: JsonSchema): [string, JsonSchema, boolean][] | null {
  const { items, properties, additionalProperties, required = [] } = schema;
  if (items) return [[`${path}[]`, items as JsonSchema, true]];
  const below = path === '' ? '' : `${path}.`;
  if (properties)
    return Object.entries(properties as Record<string, JsonSchema>).map(([name, each]) => [
      below + name,
      each,
      (required as string[]).includes(name),
    ]);
  const values = additionalProperties as JsonSchema | undefined;
  return values ? [[`${below}*`, values, true]] : null;
}

/** A line for each field at any depth. `path` is that of the value, empty for a response. */
export function responseFields(path: string, schema: JsonSchema, note = ''): string[] {
  const line = (facts: string) =>
    path === '' && facts === '' ? [] : [`- \`${path || 'data'}\`: ${facts}${note}`.trimEnd()];
  if (typeof schema['$ref'] === 'string') return line(linkTo(schema['$ref']));
  const { choices, hasNull } = choicesOf(schema);
  const orNull = hasNull ? `, or null${note}` : note;
  if (choices.some((each) => each['$ref'] ?? innerFields('', each)))
    return choices.flatMap((each) => responseFields(path, each, orNull));
  const inner = innerFields(path, schema);
  if (!inner) return line(describeSchema(schema));
  const own = note !== '' && path !== '' && !schema['items'] ? line('an object') : [];
  return [
    ...own,
    ...inner.flatMap(([name, each, isRequired]) =>
      responseFields(name, each, isRequired ? (schema['items'] ? note : '') : ' (optional)'),
    ),
  ];
}

/** Renders the page of shared objects as Markdown. */
export function renderObjects(schemas: Record<string, JsonSchema>): string {
  const parts = Object.entries(schemas)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `## ${name}\n\n${responseFields('', schema).join('\n')}`);
  return `${['# Objects', 'What several responses have in common.', ...parts].join('\n\n')}\n`;
}
