import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Config } from '#lib/server/config.ts';
import { isDamaged } from '#lib/server/db/database-error.ts';

import { BackupError } from './backup-error.ts';

const BUSY = 5;
const PRIMARY_CODE = 0xff;

const isBusy = (error: unknown): boolean =>
  (((error as { errcode?: number }).errcode ?? 0) & PRIMARY_CODE) === BUSY;

/**
 * Merges the log of an SQLite file into it, and keeps others out of the file until it is closed.
 * @returns null for a damaged file
 * @throws BackupError when a server, a command or another restore has it open
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
 * Keeps servers, commands and other restores out of the site's files while `work` runs. A server that starts then
 * fails, also one that opened the file just before it was replaced: SQLite writes to no file that was moved.
 * @param work gets the site's database, or null when it is missing or damaged
 * @throws BackupError when the site is running
 */
export async function withLockedSite<T>(
  { databaseUrl, dataDir }: Config,
  work: (live: DatabaseSync | null) => Promise<T>,
): Promise<T> {
  using locks = new DisposableStack();
  const live = locks.use(existsSync(databaseUrl) ? lockFile(databaseUrl) : null);
  // Beside a database that is missing or damaged, this file shows a server or another restore.
  locks.use(lockFile(join(dataDir, 'limits.sqlite')));
  return await work(live);
}
