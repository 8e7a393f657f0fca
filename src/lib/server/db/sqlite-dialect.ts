import {
  type Dialect,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';

import type { SqliteDriver } from './sqlite-driver.ts';

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * Writes the number of a limit into the statement: SQLite plans with it, and would prepare the statement anew each
 * time it is bound, which costs as much as running it.
 */
class LimitWritingCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ');
    if (ValueNode.is(limit)) this.appendImmediateValue(limit.value);
    else this.visitNode(limit);
  }
}

/** How Kysely speaks to an SQLite file. @param driver see `SqliteDriver` */
export const sqliteDialect = (driver: SqliteDriver): Dialect => ({
  createAdapter: () => new TransactionalSqliteAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new LimitWritingCompiler(),
});
