import type { JsonSchema } from '#lib/server/app/openapi/to-json-schema.ts';

const BY_FORMAT: Record<string, string> = {
  date: '2026-10-05',
  email: 'ana@example.com',
  uuid: '0198c0de-0000-7000-8000-000000000000',
};

const BY_TYPE: Record<string, unknown> = {
  string: '…',
  boolean: true,
  array: [],
  null: null,
};

/** An example with the required fields, or with all fields if none is required. */
function exampleObject({ properties = {}, required }: JsonSchema): object {
  const entries = Object.entries(properties as Record<string, JsonSchema>);
  const names = (required as string[] | undefined) ?? entries.map(([name]) => name);
  const wanted = entries.filter(([name]) => names.includes(name));
  return Object.fromEntries(wanted.map(([name, schema]) => [name, exampleValue(schema)]));
}

/** An example that a schema allows, with … for texts. */
export function exampleValue(schema: JsonSchema): unknown {
  const { anyOf, oneOf, enum: values, format, type } = schema;
  const [choice] = (anyOf ?? oneOf ?? []) as JsonSchema[];
  if (choice) return exampleValue(choice);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(values)) return values[0];
  const [first] = [type].flat() as string[];
  if (first === 'object') return exampleObject(schema);
  if (first === 'integer' || first === 'number') return schema['minimum'] ?? 1;
  return BY_FORMAT[String(format)] ?? BY_TYPE[first ?? 'string'] ?? '…';
}
