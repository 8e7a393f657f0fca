import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup as copyOf, DatabaseSync } from 'node:sqlite';

import type { Services } from '#lib/server/context.ts';
import { createDiskStore } from '#lib/server/storage/disk-store.ts';

import { pathOf } from './files.ts';
import { Mistake, type Verb } from './verb.ts';

// All of it in one step: in smaller ones it would begin again whenever a member writes.
const PAGES = 2 ** 30;

/** Copies the database as it is at one moment, under another name until it is whole. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { readOnly: true });
  const partial = `${to}.partial`;
  try {
    await rm(partial, { force: true });
    await copyOf(database, partial, { rate: PAGES });
    await rename(partial, to);
  } finally {
    database.close();
  }
}

/** Copies the pictures and documents that are not in a folder yet; none is ever changed under its key. */
async function copyFiles({ files }: Services, folder: string): Promise<number> {
  const copy = createDiskStore(folder);
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

export const backup: Verb = {
  does: 'copies the database and the pictures while the site runs; again, only what is new',
  words: ['<folder>'],
  more: ['For a site on SQLite; one on PostgreSQL is copied by pg_dump.'],
  read({ words: [typed = ''] }) {
    const folder = pathOf(typed);
    return async (services) => {
      if (services.dialect !== 'sqlite')
        throw new Mistake('This site is on PostgreSQL: copy it with pg_dump.');
      await mkdir(folder, { recursive: true });
      const media = join(folder, 'media');
      // Before the database, what a post names that is deleted behind its copy; after it, what came meanwhile.
      const before = await copyFiles(services, media);
      await copyDatabase(services.config.databaseUrl, join(folder, 'glean.sqlite'));
      const files = before + (await copyFiles(services, media));
      return `The database is in ${folder}, with ${files} new ${files === 1 ? 'file' : 'files'} beside it.`;
    };
  },
};
