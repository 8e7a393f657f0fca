import * as z from 'zod/mini';

import { componentNames } from './components.ts';
import { REFINEMENTS } from './refinements.ts';
import { ownRefinements } from './walk-schema.ts';

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

/** States in a schema what its refinements mean. */
function stateRefinements({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: object }) {
  const schema = jsonSchema as JsonSchema;
  for (const refinement of ownRefinements(zodSchema)) {
    const { keywords = {}, sentence } = REFINEMENTS.get(refinement) ?? {};
    const shorter = Math.max(Number(schema['minLength'] ?? 0), Number(keywords['minLength'] ?? 0));
    Object.assign(schema, keywords, shorter > 0 && { minLength: shorter });
    if (sentence)
      schema['description'] = [schema['description'], sentence].filter(Boolean).join(' ');
  }
}

/** @returns the JSON Schema of what a request sends, with all limits of the contract */
export function toInputSchema(schema: z.ZodMiniType): JsonSchema {
  const options = { io: 'input', override: stateRefinements } as const;
  const { $schema: _, ...json } = z.toJSONSchema(schema, options) as JsonSchema;
  return json;
}

const toComponentRefs = (json: string): string =>
  json.replaceAll('"#/$defs/', '"#/components/schemas/').replaceAll(/"id":"[A-Z]\w*",?/g, '');

/**
 * @param components takes the schemas that it refers to
 * @returns the JSON Schema of what a response has
 */
export function toOutputSchema(
  schema: z.ZodMiniType,
  components: Record<string, JsonSchema>,
): JsonSchema {
  const options = { io: 'output', metadata: componentNames } as const;
  // A schema with a name becomes a component only within another.
  const json = z.toJSONSchema(z.object({ data: schema }), options);
  const { $defs = {}, properties } = JSON.parse(toComponentRefs(JSON.stringify(json))) as {
    $defs?: Record<string, JsonSchema>;
    properties: { data: JsonSchema };
  };
  Object.assign(components, $defs);
  return properties.data;
}
