import { mkdirSync } from 'node:fs';

import { Kysely } from 'kysely';
import type pg from 'pg';

import {
  ConfigError,
  dataDirError,
  errorText,
  toMigrationError,
} from '#lib/server/platform/config/config-error.ts';
import type { Config } from '#lib/server/platform/config/config.ts';

import type { DialectName } from './dialect.ts';
import { listPending, migrate } from './migrate.ts';
import type { Migrations } from './migrations/all.ts';
import { type OnSlowQuery, openPostgres, reportSlowQueries } from './open-postgres.ts';
import type { Db, Schema } from './schema.ts';
import { sqliteDialect, SqliteDriver } from './sqlite-driver.ts';

/** An open database. */
export interface Database {
  db: Db;
  dialect: DialectName;
  /** for libraries that run their own SQL; null on SQLite */
  pool: pg.Pool | null;
  close(): Promise<void>;
}

/** The purpose for which a database is opened. */
interface DatabaseOptions {
  /** an operator's command or migration, which may take minutes, unlike a request */
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

// The data directory contains emails and hashes: only the server's user may read it.
const PRIVATE_UMASK = 0o077;

/**
 * Creates the data directory.
 * @throws ConfigError when it cannot be used
 */
export function createDataDirectory(path: string): void {
  process.umask(PRIVATE_UMASK);
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw dataDirError(path, cause);
  }
}

/** Connects once, to report problems that the operator can solve. */
async function connect({ db, dialect }: Database, url: string): Promise<void> {
  try {
    await db.connection().execute(async () => {});
  } catch (cause) {
    if (dialect === 'sqlite') throw dataDirError(url, cause);
    throw new ConfigError(
      `The database cannot be reached (${errorText(cause)}): start it, or set another DATABASE_URL.`,
    );
  }
}

interface MigrationOptions extends DatabaseOptions {
  /** called before the database of an existing site is migrated; when it throws, nothing is migrated */
  beforeMigration?: () => Promise<void>;
  /** by default this version's */
  migrations?: Migrations | undefined;
}

/**
 * Creates the data directory, opens the database and migrates it.
 * @throws ConfigError when the directory or the database cannot be used
 */
export async function openMigratedDatabase(
  { dataDir, databaseUrl }: Config,
  { beforeMigration, migrations, ...options }: MigrationOptions = {},
): Promise<Database> {
  createDataDirectory(dataDir);
  const database = openDatabase(databaseUrl, { isCommand: true });
  await connect(database, databaseUrl);
  if (beforeMigration && (await listPending(database, migrations))?.length) await beforeMigration();
  await migrate(database, migrations).catch((cause: unknown) => {
    throw toMigrationError(cause);
  });
  if (options.isCommand) return database;
  await database.close();
  return openDatabase(databaseUrl, options);
}
