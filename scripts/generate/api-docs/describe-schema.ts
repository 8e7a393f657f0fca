import type { JsonSchema } from '#lib/server/app/openapi/to-json-schema.ts';

/** The keywords of a schema to list, in order. */
const KEYWORDS = [
  'type',
  'format',
  'enum',
  'const',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'maxItems',
];

/** The limits of a schema as a line; for a union, those of each member. */
export function describeSchema(schema: JsonSchema): string {
  const { anyOf, oneOf, description } = schema;
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) return choices.map(describeSchema).join(', or ');
  const facts = KEYWORDS.filter((name) => name in schema).map(
    (name) => `${name} \`${JSON.stringify(schema[name])}\``,
  );
  const sentence = typeof description === 'string' ? `. ${description}` : '';
  return facts.join(', ') + sentence;
}
