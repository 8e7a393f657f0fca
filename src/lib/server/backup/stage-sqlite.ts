import { existsSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

import { errorText } from '#lib/server/config.ts';
import { isDamaged } from '#lib/server/db/database-error.ts';
import { findDamage } from '#lib/server/db/find-damage.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import type { ErasedMemberTable } from '#lib/server/db/schema.ts';
import { syncPath } from '#lib/server/storage/atomic-write.ts';

import { BackupError } from './backup-error.ts';
import { hasBrokenReference } from './queries.ts';
import type { RestoreSteps } from './restore-steps.ts';

/** The ends of the names of an SQLite file's log and its index. */
export const LOG_FILES = ['-wal', '-shm'] as const;
const [LOG] = LOG_FILES;

/** @returns the path of the file that a restore prepares */
export const toStagedPath = (databaseUrl: string): string => `${databaseUrl}.restored`;

/** Merges the log into the file, which no other process has open. */
function mergeLog(path: string): void {
  using database = new DatabaseSync(path, { timeout: 0 });
  database.exec('pragma journal_mode = delete');
  if (existsSync(path + LOG)) throw new BackupError('The log of the backup cannot be merged.');
}

/** Deletes the file that a restore prepares. */
export async function removeStaged(staged: string): Promise<void> {
  for (const suffix of ['', ...LOG_FILES]) await rm(staged + suffix, { force: true });
}

/**
 * Copies the backup's database into the data directory, and checks it there.
 * @throws BackupError when it is damaged
 */
export async function stageFile(backup: string, staged: string): Promise<void> {
  await removeStaged(staged);
  await copyFile(backup, staged);
  // A folder that was copied by hand may have a log.
  if (existsSync(backup + LOG)) await copyFile(backup + LOG, staged + LOG);
  try {
    mergeLog(staged);
  } catch (error) {
    if (isDamaged(error)) throw new BackupError(`The backup is damaged (${errorText(error)}).`);
    throw error;
  }
  const damage = await findDamage(staged, 'integrity_check');
  if (damage) throw new BackupError(`The backup is damaged (${damage}).`);
}

/**
 * Brings the staged file to the present, and checks it again.
 * @param erased the erased members that the site's database knows; null when it cannot be read
 */
export async function completeStaged(
  staged: string,
  erased: ErasedMemberTable[] | null,
  steps: RestoreSteps,
): Promise<void> {
  const database = openDatabase(staged, { isCommand: true });
  try {
    await steps.complete(database, erased);
    if (await hasBrokenReference(database.db))
      throw new BackupError('The backup is damaged: rows in it name others that it lacks.');
  } finally {
    await database.close();
  }
  mergeLog(staged);
  await syncPath(staged);
}
