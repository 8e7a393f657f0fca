import { mkdirSync } from 'node:fs';

import { migrate } from '#lib/server/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/db/open.ts';

import { type Config, ConfigError, reasonOf, unusable } from './config.ts';

// Addresses and hashes are in it: for the server's own user alone.
const PRIVATE = 0o077;

function makeFolder(path: string): void {
  process.umask(PRIVATE);
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw unusable(path, cause);
  }
}

/** Connects for the first time: what the operator can put right shows here. */
async function connect({ db, dialect }: Database, address: string): Promise<void> {
  try {
    await db.connection().execute(async () => {});
  } catch (cause) {
    if (dialect === 'sqlite') throw unusable(address, cause);
    throw new ConfigError(
      `The database cannot be reached (${reasonOf(cause)}): start it, or set another DATABASE_URL.`,
    );
  }
}

// Postgres' names for a user without the right, and for a copy that only reads.
const REFUSALS = new Set(['42501', '25006']);

/** Brings the database to its present shape: its user may be one who only reads. */
async function shape(database: Database): Promise<void> {
  try {
    await migrate(database);
  } catch (cause) {
    if (!REFUSALS.has(String((cause as NodeJS.ErrnoException).code))) throw cause;
    throw new ConfigError(
      `The database refuses its tables (${reasonOf(cause)}): give its user the right to make them, or set another DATABASE_URL.`,
    );
  }
}

/**
 * Makes the data folder, opens the database and brings it to its present shape.
 * @throws ConfigError when the folder cannot be used, or no database answers and takes its tables
 */
export async function openData({ dataDir, databaseUrl }: Config): Promise<Database> {
  makeFolder(dataDir);
  const database = openDatabase(databaseUrl);
  await connect(database, databaseUrl);
  await shape(database);
  return database;
}
