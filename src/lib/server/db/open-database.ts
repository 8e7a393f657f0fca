import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import type { DialectName } from './dialect.ts';
import type { Db, Schema } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { SqliteDriver } from './sqlite-driver.ts';

const INT8 = 20;
const POOL_SIZE = 10;
const CONNECT_MS = 5000;
// Longer than any query of ours; a stuck one must not hold a connection for ever.
const STATEMENT_MS = 20_000;

/** An open database, and what its kind is. */
export interface Database {
  db: Db;
  dialect: DialectName;
  /** the connections themselves, for libraries that bring their own SQL; null on SQLite */
  pool: pg.Pool | null;
  close(): Promise<void>;
}

function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    // A start that fails ends at once.
    allowExitOnIdle: true,
    types: {
      // Our int8 columns are milliseconds and counts, far below 2^53.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, dialect: 'postgres', pool, close: () => db.destroy() };
}

/**
 * Opens the database a URL or path names.
 * @param address `postgres://…`, or the path of an SQLite file
 */
export function openDatabase(address: string): Database {
  if (/^postgres(ql)?:\/\//.test(address)) return openPostgres(address);
  const driver = new SqliteDriver(address);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(driver) });
  return { db, dialect: 'sqlite', pool: null, close: () => db.destroy() };
}
