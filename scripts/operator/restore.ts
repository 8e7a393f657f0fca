import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { type Config, errorText } from '#lib/server/config.ts';
import { findDamage } from '#lib/server/db/find-damage.ts';
import { createDataDirectory } from '#lib/server/db/open-migrated-database.ts';
import { createDiskStore } from '#lib/server/storage/disk-store.ts';
import { openStorage } from '#lib/server/storage/open-storage.ts';

import { type OfflineCommand, UsageError } from './command.ts';
import { copyFiles } from './copy-files.ts';
import { resolvePath } from './files.ts';

const BUSY = 5;
const LOG = '-wal';
const LOG_INDEX = '-shm';

/**
 * Merges the log of an SQLite file into it, which takes being its only user.
 * @throws UsageError when a server or command has it open
 */
function mergeLog(path: string): void {
  if (!existsSync(path)) return;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = delete');
  } catch (error) {
    // A damaged one is replaced as it is.
    if ((error as { errcode?: number }).errcode !== BUSY) return;
    throw new UsageError('The site is running: stop the server first.');
  } finally {
    database.close();
  }
}

/** Copies the backup's database into the data directory, and checks it there. */
async function copyDatabase(from: string, to: string): Promise<void> {
  for (const suffix of ['', LOG, LOG_INDEX]) await rm(to + suffix, { force: true });
  await copyFile(from, to);
  // A folder that was copied by hand may have a log.
  if (existsSync(from + LOG)) await copyFile(from + LOG, to + LOG);
  mergeLog(to);
  const damage = await findDamage(to, 'quick_check');
  if (damage) {
    await rm(to, { force: true });
    throw new UsageError(`The backup is damaged (${damage}). Nothing was changed.`);
  }
  await syncPath(to);
}

async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/**
 * Replaces the database in one step, so that it never lies beside another one's log.
 * @returns the folder that has the one from before, or null
 */
async function replaceDatabase(database: string, restored: string): Promise<string | null> {
  const aside = join(dirname(database), `replaced-${new Date().toISOString().replaceAll(':', '')}`);
  const hasDatabase = existsSync(database);
  if (hasDatabase) {
    await mkdir(aside);
    await link(database, join(aside, 'glean.sqlite'));
  }
  // Left only where the database is damaged.
  for (const suffix of [LOG, LOG_INDEX])
    if (existsSync(database + suffix)) {
      await mkdir(aside, { recursive: true });
      await rename(database + suffix, join(aside, `glean.sqlite${suffix}`));
    }
  await rename(restored, database);
  await syncPath(dirname(database));
  return hasDatabase ? aside : null;
}

async function restoreSite(folder: string, config: Config): Promise<string> {
  const { dataDir, databaseUrl, storageUrl } = config;
  const source = join(folder, 'glean.sqlite');
  if (!existsSync(source))
    throw new UsageError(`${folder} is no backup: it has no file glean.sqlite.`);
  createDataDirectory(dataDir);
  // The server has both files open: one tells when the other is damaged.
  for (const path of [databaseUrl, join(dataDir, 'limits.sqlite')]) mergeLog(path);
  const restored = `${databaseUrl}.restored`;
  await copyDatabase(source, restored).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The backup cannot be copied (${errorText(error)}).`);
  });
  const media = join(folder, 'media');
  const files = await openStorage(storageUrl, dataDir);
  const count = existsSync(media) ? await copyFiles(await createDiskStore(media), files) : 0;
  const aside = await replaceDatabase(databaseUrl, restored);
  const rest = aside ? ` The database from before is in ${aside}.` : '';
  return `The site is restored, with ${count} ${count === 1 ? 'file' : 'files'} that it did not have. Start the server.${rest}`;
}

export const restore: OfflineCommand = {
  summary: 'puts a backup in the place of the site’s database, while the server is stopped',
  args: ['<folder>'],
  details: [
    'For a site on SQLite; use pg_restore for PostgreSQL. A damaged backup is not restored.',
    'Images and documents that the site lacks are added; none is removed.',
  ],
  isOffline: true,
  read({ args: [path = ''] }) {
    const folder = resolvePath(path);
    return async (config) => {
      if (/^postgres(ql)?:/.test(config.databaseUrl))
        throw new UsageError('This site is on PostgreSQL: use pg_restore.');
      return restoreSite(folder, config);
    };
  },
};
