import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import type { DialectName } from './dialect.ts';
import type { Db, Schema } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { SqliteDriver } from './sqlite-driver.ts';

const INT8 = 20;
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5000;
// Longer than any query; a stuck one must not hold its connection forever.
const STATEMENT_TIMEOUT_MS = 20_000;

/** An open database. */
export interface Database {
  db: Db;
  dialect: DialectName;
  /** for libraries with their own SQL; null on SQLite */
  pool: pg.Pool | null;
  close(): Promise<void>;
}

function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // A failed start exits without waiting for idle connections.
    allowExitOnIdle: true,
    types: {
      // Our int8 columns are milliseconds and counts, far below 2^53.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // The pool replaces connections that break; without a listener, also while in use, their error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, dialect: 'postgres', pool, close: () => db.destroy() };
}

/**
 * Opens a database.
 * @param url `postgres://…`, or the path of an SQLite file
 */
export function openDatabase(url: string): Database {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url);
  const driver = new SqliteDriver(url);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(driver) });
  return { db, dialect: 'sqlite', pool: null, close: () => db.destroy() };
}
