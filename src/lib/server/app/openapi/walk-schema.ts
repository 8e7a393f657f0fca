import type * as z from 'zod/mini';

import { ERROR_STATUS, type ErrorCode } from '#lib/contract/error-codes.ts';

import type { Refinement } from './refinements.ts';

/** The parts of Zod's definitions that matter here: Zod's own types differ by kind. */
interface Definition {
  type?: string;
  check?: string;
  error?: (problem: object) => unknown;
  fn?: Refinement;
  checks?: { _zod: { def: Definition } }[];
}

const definitionOf = (schema: object): Definition =>
  (schema as { _zod: { def: Definition } })._zod.def;

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** @returns the schemas in a value of a definition: itself, or those of a list or an object */
function schemasIn(value: unknown): z.ZodMiniType[] {
  if (isSchema(value)) return [value];
  if (Array.isArray(value)) return value.filter(isSchema);
  const isShape = typeof value === 'object' && value !== null;
  return isShape ? Object.values(value).filter(isSchema) : [];
}

/** @returns the definitions of a schema, of its checks, and of all schemas within it */
function* walk(schema: z.ZodMiniType): Generator<Definition> {
  const definition = definitionOf(schema);
  yield definition;
  for (const check of definition.checks ?? []) yield check._zod.def;
  for (const [name, value] of Object.entries(definition))
    if (name !== 'checks') for (const inner of schemasIn(value)) yield* walk(inner);
}

const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);

/** @returns the error codes that a field of an input may have */
export function fieldCodes(schema: z.ZodMiniType): ErrorCode[] {
  const codes = [...walk(schema)].map(({ error }) => error?.({})).filter(isErrorCode);
  return [...new Set<ErrorCode>(['invalid', ...codes])];
}

/** @returns the refinements of a schema itself, not of those within it */
export const ownRefinements = (schema: object): Refinement[] => {
  const { checks = [], fn } = definitionOf(schema);
  const all = [fn, ...checks.map((check) => check._zod.def.fn)];
  return all.filter((each) => each !== undefined);
};

/** @returns the refinements of a schema and of all schemas within it */
export const refinementsOf = (schema: z.ZodMiniType): Refinement[] =>
  [...walk(schema)].map(({ fn }) => fn).filter((fn) => fn !== undefined);
