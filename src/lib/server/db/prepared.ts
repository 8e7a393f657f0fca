import type { Compilable, CompiledQuery } from 'kysely';

import type { Executor } from './schema.ts';

/** Stands in a query for a value that each run brings. */
class Hole {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is put together once, and run with other values each time: putting it together takes several times
 * as long as running it. For what is asked with nearly every request.
 * @param build puts it together; it may use the values only as parameters, for they are not known yet
 * @returns runs it
 */
export function prepared<V extends object, O>(
  build: (db: Executor, values: V) => Compilable<O>,
): (db: Executor, values: V) => Promise<O[]> {
  const holes = new Proxy({} as V, { get: (_, name) => new Hole(String(name)) });
  // One for each open database: they may be of different kinds.
  const compiled = new WeakMap<object, CompiledQuery<O>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter) ?? build(db, holes).compile();
    compiled.set(adapter, query);
    const parameters = query.parameters.map((each) =>
      each instanceof Hole ? values[each.name as keyof V] : each,
    );
    const { rows } = await db.executeQuery<O>({ ...query, parameters });
    return rows;
  };
}
