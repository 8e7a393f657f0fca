import { existsSync } from 'node:fs';
import { copyFile, link, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { type Config, errorText } from '#lib/server/config.ts';
import { findDamage } from '#lib/server/db/find-damage.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import type { ErasedMemberTable } from '#lib/server/db/schema.ts';
import { syncPath } from '#lib/server/storage/atomic-write.ts';

import { BackupError } from './backup-error.ts';
import { hasBrokenReference } from './queries.ts';
import { createRestorePoint, RESTORE_POINT_FILE } from './restore-points.ts';
import type { Replaced, RestoreSteps } from './restore-steps.ts';

const BUSY = 5;
const LOG = '-wal';
const LOG_INDEX = '-shm';

/**
 * Merges the log of an SQLite file into it, which takes being its only user.
 * @throws BackupError when a server or command has it open
 */
function mergeLog(path: string): void {
  if (!existsSync(path)) return;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = delete');
  } catch (error) {
    // A damaged one is replaced as it is.
    if ((error as { errcode?: number }).errcode !== BUSY) return;
    throw new BackupError('The site is running: stop the server first.');
  } finally {
    database.close();
  }
}

/** Merges the logs of the site's files. @throws BackupError when the site is running */
function mergeLogs({ databaseUrl, dataDir }: Config): void {
  // The server has both files open: one tells when the other is damaged.
  for (const path of [databaseUrl, join(dataDir, 'limits.sqlite')]) mergeLog(path);
}

/** @returns the erased members that a database knows; null when it cannot be read */
function readErased(path: string): ErasedMemberTable[] | null {
  if (!existsSync(path)) return null;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const select = database.prepare('select member_id, erased_at from erased_members');
    return select.all() as unknown as ErasedMemberTable[];
  } catch (error) {
    // A database of an older version has no such table: no member was erased.
    return errorText(error).includes('no such table') ? [] : null;
  } finally {
    database.close();
  }
}

async function removeStaged(staged: string): Promise<void> {
  for (const suffix of ['', LOG, LOG_INDEX]) await rm(staged + suffix, { force: true });
}

/** Copies the backup's database into the data directory, and checks it there. */
async function stage(backup: string, staged: string): Promise<void> {
  await removeStaged(staged);
  await copyFile(backup, staged);
  // A folder that was copied by hand may have a log.
  if (existsSync(backup + LOG)) await copyFile(backup + LOG, staged + LOG);
  mergeLog(staged);
  const damage = await findDamage(staged, 'integrity_check');
  if (damage) throw new BackupError(`The backup is damaged (${damage}).`);
}

async function complete(staged: string, erased: ErasedMemberTable[] | null, steps: RestoreSteps) {
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

/**
 * Replaces the database in one step, so that it never lies beside another one's log.
 * @returns the folder that has the one from before, or null
 */
async function replaceDatabase({ databaseUrl, dataDir }: Config, staged: string) {
  const hasDatabase = existsSync(databaseUrl);
  const aside = hasDatabase ? join(await createRestorePoint(dataDir), RESTORE_POINT_FILE) : null;
  if (aside) await link(databaseUrl, aside);
  // Left only where the database is damaged.
  for (const suffix of [LOG, LOG_INDEX])
    if (aside && existsSync(databaseUrl + suffix))
      await rename(databaseUrl + suffix, aside + suffix);
  await rename(staged, databaseUrl);
  await syncPath(dirname(databaseUrl));
  return aside && dirname(aside);
}

/**
 * Puts a backup in the place of an SQLite database. All that can fail happens beside it first; the last step is one
 * rename, and the database from before is the restore point.
 * @throws BackupError; then the site is as it was
 */
export async function restoreSqlite(
  config: Config,
  backup: string,
  steps: RestoreSteps,
): Promise<Replaced> {
  const { databaseUrl } = config;
  mergeLogs(config);
  const staged = `${databaseUrl}.restored`;
  try {
    await stage(backup, staged);
    const erased = existsSync(databaseUrl) ? readErased(databaseUrl) : [];
    await complete(staged, erased, steps);
    const files = await steps.copyFiles();
    // It may have been started since.
    mergeLogs(config);
    const restorePoint = await replaceDatabase(config, staged);
    return { files, restorePoint, isErasureKnown: erased !== null };
  } catch (error) {
    await removeStaged(staged);
    throw error;
  }
}
