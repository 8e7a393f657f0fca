import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

import { sql } from 'kysely';

import { errorText } from '#lib/server/platform/config/config-error.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import { isDamaged } from '#lib/server/platform/db/database-error.ts';
import { findDamage } from '#lib/server/platform/db/maintenance.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { BackupError } from './backup-place.ts';
import {
  countArchivedRows,
  countRows,
  differences,
  findTool,
  readTarget,
  runTool,
  toolConnection,
} from './postgres-tools.ts';

/** Dumps the snapshot of a transaction. */
async function dump(tx: Executor, url: string, to: string, signal?: AbortSignal) {
  // The transaction stays idle while the dump runs.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
  const { major, schema } = await readTarget(tx);
  const pgDump = await findTool('pg_dump', major);
  const pgRestore = await findTool('pg_restore', major);
  const { dbname, env } = toolConnection(url);
  const options = ['--format=custom', '--no-owner', '--no-privileges', `--schema="${schema}"`];
  const args = [...options, `--snapshot=${rows[0]?.id}`, `--file=${to}`, `--dbname=${dbname}`];
  await runTool(pgDump, args, { env, signal });
  const expected = await countRows(tx, schema);
  const wrong = differences(await countArchivedRows(pgRestore, to, signal), expected);
  if (wrong.length > 0)
    throw new BackupError(`The backup lacks rows of ${wrong.join(', ')}: run it again.`);
}

/**
 * Dumps a consistent snapshot of a Postgres database, and checks the dump: it can be read to the end, and has as many
 * rows as the tables.
 * @throws BackupError
 */
async function savePostgresSnapshot(url: string, to: string, signal?: AbortSignal): Promise<void> {
  const database = openDatabase(url, { isCommand: true });
  try {
    await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => dump(tx, url, to, signal));
  } finally {
    await database.close();
  }
}

const BUSY = 5;
const PRIMARY_CODE = 0xff;

const isBusy = (error: unknown): boolean =>
  (((error as { errcode?: number }).errcode ?? 0) & PRIMARY_CODE) === BUSY;

/**
 * Merges the log of an SQLite file into it, and locks the file until it is closed.
 * @returns null for a damaged file
 * @throws BackupError when a server, a command or another restore has the file open
 */
function lockFile(path: string): DatabaseSync | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = delete; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (isDamaged(error)) return null;
    if (!isBusy(error)) throw error;
    throw new BackupError('The site is running: stop the server first.');
  }
}

/**
 * Locks the site's files against servers, commands and other restores while `work` runs. A server that starts then
 * fails, even if it opened the file just before its replacement: SQLite does not write to a file that was moved.
 * @param work receives the site's database, or null when it is missing or damaged
 * @throws BackupError when the site is running
 */
export async function withLockedSite<T>(
  { databaseUrl, dataDir }: Config,
  work: (live: DatabaseSync | null) => Promise<T>,
): Promise<T> {
  using locks = new DisposableStack();
  const live = locks.use(existsSync(databaseUrl) ? lockFile(databaseUrl) : null);
  // When the database is missing or damaged, a lock on this file reveals a server or another restore.
  locks.use(lockFile(join(dataDir, 'limits.sqlite')));
  return await work(live);
}

// All pages in one step: smaller steps would restart after every write.
const ALL_PAGES = 2 ** 30;

/** @returns the error of the copy, or null */
async function copyDatabase(from: string, to: string): Promise<string | null> {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  try {
    await backup(database, to, { rate: ALL_PAGES });
    useOneFile(to);
    return await findDamage(to, 'integrity_check');
  } catch (error) {
    return errorText(error);
  } finally {
    database.close();
  }
}

/** Turns the log off: the copy is one file, and readers need no write access. */
function useOneFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/**
 * Copies a consistent snapshot of an SQLite database that may be in use, and checks the copy.
 * @throws BackupError when it is damaged or cannot be copied
 */
export async function saveSqliteSnapshot(from: string, to: string): Promise<void> {
  const problem = await copyDatabase(from, to);
  if (problem)
    throw new BackupError(
      `The database could not be backed up (${problem}). Older backups are as they were. If the database is damaged, restore the last one.`,
    );
}

export const isPostgresUrl = (databaseUrl: string): boolean => /^postgres(ql)?:/.test(databaseUrl);

/**
 * Writes a consistent snapshot of a database to a file, and checks the file.
 * @param databaseUrl `postgres://…`, or the path of an SQLite file
 * @throws BackupError
 */
export const saveSnapshot = (
  databaseUrl: string,
  to: string,
  signal?: AbortSignal,
): Promise<void> =>
  isPostgresUrl(databaseUrl)
    ? savePostgresSnapshot(databaseUrl, to, signal)
    : saveSqliteSnapshot(databaseUrl, to);
