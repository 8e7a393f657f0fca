import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Logger } from 'pino';

import { ConfigError, errorText } from '#lib/server/platform/config/config-error.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import { syncPath } from '#lib/server/platform/storage/disk-store.ts';

import { BackupError, openPlace, toBackupName } from './backup-place.ts';
import { isPostgresUrl, saveSnapshot, saveSqliteSnapshot } from './save-snapshot.ts';

const FOLDER = 'restore-points';
const MAX = 3;

/** The file's name in a restore point, which contains no time. */
export const RESTORE_POINT_FILE = 'glean.sqlite';

const foldersIn = (dataDir: string) => join(dataDir, FOLDER);

/** @returns whether a folder has a complete database; true also after a restore that was killed at its end */
async function isWhole(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => name.endsWith('.sqlite'));
}

/** @returns the new, empty folder of a restore point */
export async function createRestorePoint(dataDir: string): Promise<string> {
  const folder = join(foldersIn(dataDir), new Date().toISOString().replaceAll(/[:.]/g, '-'));
  await mkdir(folder, { recursive: true });
  for (const path of [folder, dirname(folder), dataDir]) await syncPath(path);
  return folder;
}

/**
 * Deletes all restore points but the newest three, and incomplete ones between them.
 * @param made the one just made, which stays: others may be dated in the future by a wrong clock
 */
export async function deleteOldRestorePoints(dataDir: string, made: string): Promise<void> {
  const all = foldersIn(dataDir);
  const whole: string[] = [];
  for (const name of (await readdir(all)).toSorted().toReversed()) {
    const folder = join(all, name);
    const isNext = whole.length < MAX && (await isWhole(folder));
    if (isNext) whole.push(name);
    // An incomplete one that is newer than all others may be in progress.
    else if (whole.length > 0 && folder !== made)
      await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies an SQLite database into a restore point, then deletes old ones.
 * @returns the folder with the copy
 * @throws BackupError; all restore points then stay unchanged
 */
async function copyToRestorePoint(databaseUrl: string, dataDir: string): Promise<string> {
  const folder = await createRestorePoint(dataDir);
  const path = join(folder, RESTORE_POINT_FILE);
  const partial = `${path}.partial`;
  try {
    await saveSqliteSnapshot(databaseUrl, partial);
    await syncPath(partial);
    await rename(partial, path);
    await syncPath(folder);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
  await deleteOldRestorePoints(dataDir, folder);
  return folder;
}

/** @throws ConfigError: without a restore point there is no upgrade */
async function copySqlite({ databaseUrl, dataDir }: Config): Promise<string> {
  return copyToRestorePoint(databaseUrl, dataDir).catch((error: unknown) => {
    throw new ConfigError(
      `The database was not upgraded, as no copy could be made of it before (${errorText(error)}): free some space in DATA_DIR, or restore a backup if the database is damaged.`,
    );
  });
}

/** Dumps a Postgres database to the place of nightly backups. */
async function dumpPostgres(config: Config, now: number): Promise<string> {
  const { backupUrl, databaseUrl, dataDir } = config;
  if (!backupUrl) throw new BackupError('BACKUP_URL is not set.');
  const place = await openPlace(backupUrl, dataDir);
  const name = toBackupName(now, 'postgres', { isUpgrade: true });
  await place.save(name, (path) => saveSnapshot(databaseUrl, path));
  return `${place.label}/${name}`;
}

/**
 * Makes a restore point: for SQLite a copy on the same disk, for Postgres a dump in `BACKUP_URL`.
 * @param now milliseconds since 1970
 * @returns what `restore` takes
 * @throws BackupError, ConfigError when it cannot be made
 */
export const makeRestorePoint = (config: Config, now: number): Promise<string> =>
  isPostgresUrl(config.databaseUrl) ? dumpPostgres(config, now) : copySqlite(config);

/**
 * Makes a restore point before the database is migrated. A failure on Postgres is logged, and the start continues.
 * @param now milliseconds since 1970
 * @throws ConfigError when that of SQLite cannot be made
 */
export async function makeUpgradePoint(config: Config, log: Logger, now: number): Promise<void> {
  try {
    const path = await makeRestorePoint(config, now);
    log.info({ event: 'restore_point_made', path });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const remedy = 'The database is upgraded without a copy of it: go back with an older backup.';
    log.warn({ event: 'restore_point_missing', problem: errorText(error), remedy });
  }
}
