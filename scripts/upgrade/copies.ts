// Copies of a database, on which a version is rehearsed.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { BackupError } from '#lib/server/app/backup/backup-place.ts';
import { readTarget } from '#lib/server/app/backup/postgres-tools.ts';
import { dropSchema } from '#lib/server/app/backup/queries.ts';
import { stageArchive, withSettings } from '#lib/server/app/backup/restore-postgres.ts';
import { saveSnapshot } from '#lib/server/app/backup/save-snapshot.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';

/** The schema of a copy in the same Postgres database: the site's user may not create databases. */
const SCHEMA = 'glean_rehearsal';

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { isCommand: true });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** Copies an SQLite database that is in use. @returns its URL: empty, as the settings find it in its folder */
export async function copySqlite(databaseUrl: string, folder: string): Promise<string> {
  await saveSnapshot(databaseUrl, join(folder, 'glean.sqlite'));
  return '';
}

/**
 * Copies the schema of a Postgres database that is in use.
 * @param folder for its dump
 * @returns the URL of the copy
 * @throws BackupError
 */
export async function copyPostgres(databaseUrl: string, folder: string): Promise<string> {
  const dump = join(folder, 'copy.dump');
  await saveSnapshot(databaseUrl, dump);
  await stageArchive(databaseUrl, dump, await withDb(databaseUrl, readTarget), SCHEMA);
  rmSync(dump);
  const copy = withSettings(databaseUrl, SCHEMA);
  // A pooler may drop the setting: the new version would then migrate the site itself.
  if ((await withDb(copy, readTarget)).schema !== SCHEMA)
    throw new BackupError(
      'The connection does not set its schema: let DATABASE_URL name the database itself, not PgBouncer.',
    );
  return copy;
}

/** Deletes the copy of a Postgres schema. */
export const dropPostgresCopy = (databaseUrl: string): Promise<unknown> =>
  withDb(databaseUrl, (db) => dropSchema(db, SCHEMA));
