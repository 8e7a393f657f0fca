import { type Config, errorText } from '#lib/server/config.ts';
import { createDataDirectory } from '#lib/server/db/open-migrated-database.ts';
import { openStorage } from '#lib/server/storage/open-storage.ts';

import { BackupError, LateRestoreError } from './backup-error.ts';
import { completeRestored } from './complete-restored.ts';
import { copyFiles } from './copy-files.ts';
import { mergeErased, readErasedMembers } from './erased-list.ts';
import { openPlace } from './open-place.ts';
import { restorePostgres, restoreSchema } from './restore-postgres.ts';
import type { RestoreSource } from './restore-source.ts';
import { restoreSqlite } from './restore-sqlite.ts';
import type { Replaced, RestoreSteps } from './restore-steps.ts';
import { isPostgresUrl } from './save-snapshot.ts';
import { withWorkFolder } from './work-folder.ts';

/** The list of erased members beside the nightly backups. @throws BackupError when their place is away */
async function readNightlyList({ backupUrl, dataDir }: Config) {
  if (!backupUrl) return [];
  try {
    return await readErasedMembers(await openPlace(backupUrl, dataDir));
  } catch (error) {
    throw new BackupError(
      `${errorText(error)} BACKUP_URL has the list of erased members: fix it, or set \`BACKUP_URL=\` for this command and erase again whom you erased.`,
      { cause: error },
    );
  }
}

/** The lists of erased members beside the backup, and beside the nightly ones, where that is another place. */
const readLists = async (config: Config, source?: RestoreSource) =>
  mergeErased(source ? await readErasedMembers(source.place) : [], await readNightlyList(config));

const createSteps = (config: Config, source?: RestoreSource): RestoreSteps => ({
  async complete(database, erased) {
    await completeRestored(database, mergeErased(await readLists(config, source), erased ?? []));
  },
  async copyFiles() {
    if (!source) return 0;
    const files = await openStorage(config.storageUrl, config.dataDir);
    return copyFiles(await source.place.openMedia(), files);
  },
});

/** Says that the site is as it was, where that is so. */
async function undoing<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof LateRestoreError) throw error;
    throw new BackupError(`${errorText(error).replace(/\.?$/, '.')} Nothing was changed.`, {
      cause: error,
    });
  });
}

/**
 * Restores a backup while the site is stopped: beside the site first, with the members erased since left out, and only
 * when all of it is checked in its place.
 * @throws BackupError; then the site is as it was, but for a LateRestoreError
 */
export async function restoreSite(config: Config, source: RestoreSource): Promise<Replaced> {
  const { databaseUrl, dataDir } = config;
  if (isPostgresUrl(databaseUrl) !== (source.dialect === 'postgres'))
    throw new BackupError(
      `${source.name} is a backup of another kind of database: set DATABASE_URL to that kind, and restore again.`,
    );
  createDataDirectory(dataDir);
  const steps = createSteps(config, source);
  return undoing(
    withWorkFolder(dataDir, async (folder) => {
      const file = await source.place.open(source.name, folder);
      return source.dialect === 'postgres'
        ? restorePostgres(databaseUrl, file, steps)
        : restoreSqlite(config, file, steps);
    }),
  );
}

/**
 * Restores a restore point of a Postgres database while the site is stopped.
 * @param schema its name
 * @throws BackupError; then the site is as it was, but for a LateRestoreError
 */
export async function restoreRestorePoint(config: Config, schema: string): Promise<Replaced> {
  if (!isPostgresUrl(config.databaseUrl))
    throw new BackupError(`${schema} is in a PostgreSQL database: set DATABASE_URL to that one.`);
  return undoing(restoreSchema(config.databaseUrl, schema, createSteps(config)));
}
