import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup as backUp, DatabaseSync } from 'node:sqlite';

import type { Services } from '#lib/server/context.ts';
import { createDiskStore } from '#lib/server/storage/disk-store.ts';

import { UsageError, type Command } from './command.ts';
import { resolvePath } from './files.ts';

// All pages in one step: smaller steps would restart with every write.
const ALL_PAGES = 2 ** 30;

/** Copies a snapshot of the database, under a temporary name until it is complete. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { readOnly: true });
  const partial = `${to}.partial`;
  try {
    await rm(partial, { force: true });
    await backUp(database, partial, { rate: ALL_PAGES });
    await rename(partial, to);
  } finally {
    database.close();
  }
}

/**
 * Copies the files that a folder does not have; a key's file never changes.
 * @returns their number
 */
async function copyFiles({ files }: Services, folder: string): Promise<number> {
  const copy = await createDiskStore(folder);
  const copied = new Set((await Array.fromAsync(copy.list())).map(({ key }) => key));
  let count = 0;
  for await (const { key } of files.list()) {
    const file = copied.has(key) ? null : await files.get(key);
    if (!file) continue;
    await copy.put(key, await new Response(file.body).bytes(), file.type);
    count += 1;
  }
  return count;
}

export const backup: Command = {
  summary: 'copies the database and all images while the site runs; the next time only new ones',
  args: ['<folder>'],
  details: ['For a site on SQLite; use pg_dump for PostgreSQL.'],
  read({ args: [path = ''] }) {
    const folder = resolvePath(path);
    return async (services) => {
      if (services.dialect !== 'sqlite')
        throw new UsageError('This site is on PostgreSQL: use pg_dump.');
      await mkdir(folder, { recursive: true });
      const media = join(folder, 'media');
      // Before the database: files of posts deleted after its snapshot. After it: files created since.
      const before = await copyFiles(services, media);
      await copyDatabase(services.config.databaseUrl, join(folder, 'glean.sqlite'));
      const files = before + (await copyFiles(services, media));
      return `The database is in ${folder}, with ${files} new ${files === 1 ? 'file' : 'files'} beside it.`;
    };
  },
};
