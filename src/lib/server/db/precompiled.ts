import type { Compilable, CompiledQuery } from 'kysely';

import type { Executor } from './schema.ts';

/** Stands in a query for a value that each run brings. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

// Of one query; a list may be of any length, and nobody shall fill the memory with what is made of it.
const MAX_VARIANTS = 100;

/** The forms of one query in one database, each put together once. */
type Variants<O> = Map<string | undefined, CompiledQuery<O>>;

/**
 * A query that is put together once, and run with other values each time: putting it together takes several times
 * as long as running it. For what is asked with nearly every request.
 * @param build puts it together; it may use the values only as parameters, for they are not known yet. What decides
 * how it reads is the shape, e.g. how many rows it lists: one is made for each.
 * @returns runs it
 */
export function precompiled<V extends object, O, S = void>(
  build: (db: Executor, values: V, shape: S) => Compilable<O>,
): (db: Executor, values: V, shape: S) => Promise<O[]> {
  const holes = new Proxy({} as V, { get: (_, name) => new Placeholder(String(name)) });
  // For each open database: they may be of different kinds.
  const databases = new WeakMap<object, Variants<O>>();
  const compile = (db: Executor, shape: S) => {
    const { adapter } = db.getExecutor();
    const forms: Variants<O> = databases.get(adapter) ?? new Map();
    databases.set(adapter, forms);
    const key = JSON.stringify(shape);
    const query = forms.get(key) ?? build(db, holes, shape).compile();
    if (forms.size >= MAX_VARIANTS) forms.clear();
    forms.set(key, query);
    return query;
  };
  return async (db, values, shape) => {
    const query = compile(db, shape);
    const parameters = query.parameters.map((each) =>
      each instanceof Placeholder ? values[each.name as keyof V] : each,
    );
    const { rows } = await db.executeQuery<O>({ ...query, parameters });
    return rows;
  };
}

/** Values of a list, by their place in it. */
export type ListParameters = Record<number, string>;

/** @returns what stands in a query for the values of a list @param count how many: a part of the query's shape */
export const listParameters = (values: ListParameters, count: number): string[] =>
  Array.from({ length: count }, (_, at) => values[at] as string);
