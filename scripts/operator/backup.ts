import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup as backUp, DatabaseSync } from 'node:sqlite';

import { errorText } from '#lib/server/config.ts';
import { findDamage } from '#lib/server/db/find-damage.ts';
import { createDiskStore } from '#lib/server/storage/disk-store.ts';

import { UsageError, type Command } from './command.ts';
import { copyFiles } from './copy-files.ts';
import { resolvePath } from './files.ts';

// All pages in one step: smaller steps would restart with every write.
const ALL_PAGES = 2 ** 30;

/** @returns what is wrong with the copy, or null */
async function copySnapshot(from: string, to: string): Promise<string | null> {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  try {
    await backUp(database, to, { rate: ALL_PAGES });
    return await findDamage(to, 'quick_check');
  } catch (error) {
    return errorText(error);
  } finally {
    database.close();
  }
}

/**
 * Copies a snapshot of the database, under a temporary name until it is complete and checked.
 * @throws UsageError when it is damaged or cannot be copied; then the copy of before stays
 */
async function copyDatabase(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  await rm(partial, { force: true });
  const problem = await copySnapshot(from, partial);
  if (!problem) return rename(partial, to);
  await rm(partial, { force: true });
  throw new UsageError(
    `The database could not be backed up (${problem}); ${to} is left as it was. If the database is damaged, restore the last backup.`,
  );
}

export const backup: Command = {
  summary: 'copies the database and all images while the site runs; the next time only new ones',
  args: ['<folder>'],
  details: ['For a site on SQLite; use pg_dump for PostgreSQL. A damaged database is not copied.'],
  read({ args: [path = ''] }) {
    const folder = resolvePath(path);
    return async (services) => {
      if (services.dialect !== 'sqlite')
        throw new UsageError('This site is on PostgreSQL: use pg_dump.');
      await mkdir(folder, { recursive: true });
      const media = join(folder, 'media');
      // Before the database: files of posts deleted after its snapshot. After it: files created since.
      const copy = await createDiskStore(media);
      const before = await copyFiles(services.files, copy);
      await copyDatabase(services.config.databaseUrl, join(folder, 'glean.sqlite'));
      const files = before + (await copyFiles(services.files, copy));
      return `The database is in ${folder}, with ${files} new ${files === 1 ? 'file' : 'files'} beside it.`;
    };
  },
};
