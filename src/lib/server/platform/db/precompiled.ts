import type { Compilable, CompiledQuery, RootOperationNode } from 'kysely';

import type { Executor } from './schema.ts';

/** A parameter whose value is given on each run. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

// Both bound the memory for queries with lists of any length.
const MAX_VARIANTS = 100;
const MAX_PARAMETERS = 300;

/** The compiled variants of a query for one database. */
type Variants<O> = Map<string | undefined, CompiledQuery<O>>;

/**
 * Compiles a query once and runs it with new values: building it takes several times as long as running it. For
 * queries of almost every request.
 * @param build builds the query; it may use the values only as parameters. Whatever changes the SQL must be in the
 *   variant, e.g. the number of rows: each variant is compiled once. Write limits with `sql.lit`: for a parameter,
 *   PostgreSQL expects a tenth of the rows, and plans the query on every run.
 * @returns a function that runs the query
 */
export function precompiled<V extends object, O, S = void>(
  build: (db: Executor, values: V, variant: S) => Compilable<O>,
): (db: Executor, values: V, variant: S) => Promise<O[]> {
  const placeholders = new Proxy({} as V, { get: (_, name) => new Placeholder(String(name)) });
  // Per open database, since their dialects may differ.
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
    // Kysely reads only the kind of the root node.
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
 * @param count the number of values, which must be part of the query's variant
 * @returns the placeholders of a list
 */
export const listParameters = (values: ListParameters, count: number): string[] =>
  Array.from({ length: count }, (_, index) => values[index] as string);
