import { mkdirSync } from 'node:fs';

import {
  type Config,
  ConfigError,
  errorText,
  toMigrationError,
  dataDirError,
} from '#lib/server/config.ts';

import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open-database.ts';

// Addresses and hashes are in it: for the server's own user alone.
const PRIVATE = 0o077;

function makeFolder(path: string): void {
  process.umask(PRIVATE);
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw dataDirError(path, cause);
  }
}

/** Connects for the first time: what the operator can put right shows here. */
async function connect({ db, dialect }: Database, address: string): Promise<void> {
  try {
    await db.connection().execute(async () => {});
  } catch (cause) {
    if (dialect === 'sqlite') throw dataDirError(address, cause);
    throw new ConfigError(
      `The database cannot be reached (${errorText(cause)}): start it, or set another DATABASE_URL.`,
    );
  }
}

/**
 * Makes the data folder, opens the database and brings it to its present shape.
 * @throws ConfigError when the folder cannot be used, or no database answers and takes its tables
 */
export async function openMigratedDatabase({ dataDir, databaseUrl }: Config): Promise<Database> {
  makeFolder(dataDir);
  const database = openDatabase(databaseUrl);
  await connect(database, databaseUrl);
  await migrate(database).catch((cause: unknown) => {
    throw toMigrationError(cause);
  });
  return database;
}
