import type { JsonSchema } from '#lib/server/app/openapi/to-json-schema.ts';

/** What a schema says of a value, in the order it is listed. */
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

/** @returns the limits of a schema as a line; for a choice, those of each */
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
