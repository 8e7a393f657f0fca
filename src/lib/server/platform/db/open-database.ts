import { Kysely } from 'kysely';
import type pg from 'pg';

import type { DialectName } from './dialect.ts';
import { openPostgres } from './open-postgres.ts';
import type { Db, Schema } from './schema.ts';
import { type OnSlowQuery, reportSlowQueries } from './slow-queries.ts';
import { sqliteDialect, SqliteDriver } from './sqlite-driver.ts';

/** An open database. */
export interface Database {
  db: Db;
  dialect: DialectName;
  /** for libraries with their own SQL; null on SQLite */
  pool: pg.Pool | null;
  close(): Promise<void>;
}

/** What a database is opened for. */
export interface DatabaseOptions {
  /** an operator's command or a migration, which may wait and take minutes; a request may not */
  isCommand?: boolean;
  onSlowQuery?: OnSlowQuery;
}

/**
 * Opens a database.
 * @param url `postgres://…`, or the path of an SQLite file
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { isCommand = false } = options;
  const log = reportSlowQueries(options.onSlowQuery);
  if (/^postgres(ql)?:\/\//.test(url))
    return openPostgres(url, isCommand ? 'command' : 'request', { log });
  const driver = new SqliteDriver(url, isCommand);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(driver), log });
  return { db, dialect: 'sqlite', pool: null, close: () => db.destroy() };
}
