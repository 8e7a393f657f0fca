import { existsSync } from 'node:fs';
import { copyFile, link, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { errorText } from '#lib/server/platform/config/config-error.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import { isDamaged } from '#lib/server/platform/db/database-error.ts';
import { findDamage } from '#lib/server/platform/db/maintenance.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { ErasedMemberTable } from '#lib/server/platform/db/schema.ts';
import { syncPath } from '#lib/server/platform/storage/disk-store.ts';

import { BackupError, LateRestoreError } from './backup-place.ts';
import { hasBrokenReference } from './queries.ts';
import {
  createRestorePoint,
  deleteOldRestorePoints,
  RESTORE_POINT_FILE,
} from './restore-points.ts';
import type { Replaced, RestoreSteps } from './restore-steps.ts';
import { withLockedSite } from './save-snapshot.ts';

/** The suffixes of an SQLite database's log and its index. */
const LOG_FILES = ['-wal', '-shm'] as const;
const [LOG] = LOG_FILES;

/** @returns the path of the staged file */
export const toStagedPath = (databaseUrl: string): string => `${databaseUrl}.restored`;

/** Merges the log into the file, which must not be open in another process. */
function mergeLog(path: string): void {
  using database = new DatabaseSync(path, { timeout: 0 });
  database.exec('pragma journal_mode = delete');
  if (existsSync(path + LOG)) throw new BackupError('The log of the backup cannot be merged.');
}

/** Deletes the staged file. */
async function removeStaged(staged: string): Promise<void> {
  for (const suffix of ['', ...LOG_FILES]) await rm(staged + suffix, { force: true });
}

/**
 * Copies the backup's database into the data directory, and checks it there.
 * @throws BackupError when it is damaged
 */
async function stageFile(backup: string, staged: string): Promise<void> {
  await removeStaged(staged);
  await copyFile(backup, staged);
  // A folder that was copied by hand may contain a log.
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
 * Updates the staged file, and checks it again.
 * @param erased the erased members in the site's database; null when it cannot be read
 */
async function completeStaged(
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

// Until the replacement, this is the live file under a second name, not a restore point.
const LINKED_FILE = 'replaced.sqlite';

/** @returns the erased members in a database; null when it cannot be read */
function readErased(live: DatabaseSync): ErasedMemberTable[] | null {
  try {
    const select = live.prepare('select member_id, erased_at from erased_members');
    return select.all() as unknown as ErasedMemberTable[];
  } catch (error) {
    // A database of an older version lacks the table: no member was erased.
    return errorText(error).includes('no such table') ? [] : null;
  }
}

/** Links the live file into a new restore point. @returns its folder */
async function linkLive({ databaseUrl, dataDir }: Config): Promise<string> {
  const folder = await createRestorePoint(dataDir);
  await link(databaseUrl, join(folder, LINKED_FILE));
  // A log remains only when the database is damaged.
  for (const suffix of LOG_FILES)
    if (existsSync(databaseUrl + suffix))
      await rename(databaseUrl + suffix, join(folder, RESTORE_POINT_FILE + suffix));
  await syncPath(folder);
  return folder;
}

/** Turns the replaced file into a restore point. @throws LateRestoreError */
async function finish({ databaseUrl, dataDir }: Config, folder: string | null): Promise<void> {
  try {
    await syncPath(dirname(databaseUrl));
    if (!folder) return;
    await rename(join(folder, LINKED_FILE), join(folder, RESTORE_POINT_FILE));
    await syncPath(folder);
    await deleteOldRestorePoints(dataDir, folder);
  } catch (error) {
    throw new LateRestoreError(
      `The site is restored, but its restore point${folder ? ` in ${folder}` : ''} may not be complete (${errorText(error)}).`,
      { cause: error },
    );
  }
}

/**
 * Replaces the database in one step, so that it never lies beside another database's log.
 * @returns the folder with the old database, or null
 */
async function replaceDatabase(config: Config, staged: string): Promise<string | null> {
  const folder = existsSync(config.databaseUrl) ? await linkLive(config) : null;
  await rename(staged, config.databaseUrl);
  await finish(config, folder);
  return folder;
}

/**
 * Replaces an SQLite database with a backup. Everything that can fail happens on a copy first; the last step is one
 * rename, and the old database becomes the restore point.
 * @throws BackupError; the site is then unchanged, except for a LateRestoreError
 */
export const restoreSqlite = (
  config: Config,
  backup: string,
  steps: RestoreSteps,
): Promise<Replaced> =>
  withLockedSite(config, async (live) => {
    const staged = toStagedPath(config.databaseUrl);
    const isLost = !existsSync(config.databaseUrl);
    try {
      await stageFile(backup, staged);
      const erased = live ? readErased(live) : null;
      await completeStaged(staged, isLost ? [] : erased, steps);
      const files = await steps.copyFiles();
      const restorePoint = await replaceDatabase(config, staged);
      return { files, restorePoint, isErasureKnown: isLost || erased !== null };
    } catch (error) {
      await removeStaged(staged);
      throw error;
    }
  });
