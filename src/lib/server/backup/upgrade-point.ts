import type { Logger } from 'pino';

import { type Config, ConfigError, errorText } from '#lib/server/config.ts';

import { BackupError } from './backup-error.ts';
import { toBackupName } from './backup-name.ts';
import { openPlace } from './open-place.ts';
import { copyToRestorePoint } from './restore-points.ts';
import { isPostgresUrl, saveSnapshot } from './save-snapshot.ts';

/** @throws ConfigError: without a way back there is no upgrade */
async function copySqlite({ databaseUrl, dataDir }: Config): Promise<string> {
  return copyToRestorePoint(databaseUrl, dataDir).catch((error: unknown) => {
    throw new ConfigError(
      `The database was not upgraded, as no copy could be made of it before (${errorText(error)}): free some space in DATA_DIR, or restore a backup if the database is damaged.`,
    );
  });
}

/** Dumps a Postgres database to the place of the nightly backups. */
async function dumpPostgres(config: Config, now: number): Promise<string> {
  const { backupUrl, databaseUrl, dataDir } = config;
  if (!backupUrl) throw new BackupError('BACKUP_URL is not set.');
  const place = await openPlace(backupUrl, dataDir);
  const name = toBackupName(now, 'postgres', { isUpgrade: true });
  await place.save(name, (path) => saveSnapshot(databaseUrl, path));
  return `${place.label}/${name}`;
}

/**
 * Makes a restore point before the database is migrated: for SQLite a copy beside it, for Postgres a dump in
 * `BACKUP_URL`. A failure on Postgres is logged, and the upgrade continues.
 * @param now milliseconds since 1970
 * @throws ConfigError when SQLite's cannot be made
 */
export async function makeUpgradePoint(config: Config, log: Logger, now: number): Promise<void> {
  const isPostgres = isPostgresUrl(config.databaseUrl);
  try {
    const path = isPostgres ? await dumpPostgres(config, now) : await copySqlite(config);
    log.info({ event: 'restore_point_made', path });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const remedy = 'The database is upgraded without a copy of it: go back with an older backup.';
    log.warn({ event: 'restore_point_missing', problem: errorText(error), remedy });
  }
}
