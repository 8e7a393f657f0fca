import type { Compilable, CompiledQuery, RootOperationNode } from 'kysely';

import type { Executor } from './schema.ts';

/** A parameter whose value each run gives. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

// Both bound the memory of a query whose lists have any length.
const MAX_VARIANTS = 100;
const MAX_PARAMETERS = 300;

/** The compiled variants of one query in one database. */
type Variants<O> = Map<string | undefined, CompiledQuery<O>>;

/**
 * Compiles a query once and runs it with new values: building it takes several times as long as running it. For
 * queries of nearly every request.
 * @param build the query; it may use the values as parameters only. What changes its SQL is the variant, e.g. the
 *   number of rows: one query is compiled for each. A limit is written with `sql.lit`: of a parameter, PostgreSQL expects
 *   a tenth of the rows, and plans the query again each time.
 * @returns runs the query
 */
export function precompiled<V extends object, O, S = void>(
  build: (db: Executor, values: V, variant: S) => Compilable<O>,
): (db: Executor, values: V, variant: S) => Promise<O[]> {
  const placeholders = new Proxy({} as V, { get: (_, name) => new Placeholder(String(name)) });
  // Per open database: their dialects may differ.
  const databases = new WeakMap<object, Variants<O>>();
  const compile = (db: Executor, variant: S) => {
    const { adapter } = db.getExecutor();
    const variants: Variants<O> = databases.get(adapter) ?? new Map();
    databases.set(adapter, variants);
    const key = JSON.stringify(variant);
    const known = variants.get(key);
    if (known) return known;
    const query = build(db, placeholders, variant).compile();
    if (query.parameters.length > MAX_PARAMETERS) return query;
    if (variants.size >= MAX_VARIANTS) variants.clear();
    // Of its nodes, only the kind is looked at.
    const slim = { ...query, query: { kind: query.query.kind } as RootOperationNode };
    variants.set(key, slim);
    return slim;
  };
  return async (db, values, variant) => {
    const query = compile(db, variant);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof V] : parameter,
    );
    const { rows } = await db.executeQuery<O>({ ...query, parameters });
    return rows;
  };
}

/** The values of a list, by index. */
export type ListParameters = Record<number, string>;

/**
 * @param count of the values, a part of the query's variant
 * @returns the placeholders of a list
 */
export const listParameters = (values: ListParameters, count: number): string[] =>
  Array.from({ length: count }, (_, index) => values[index] as string);
