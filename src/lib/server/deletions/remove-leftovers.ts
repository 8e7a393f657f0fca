import type { Services } from '#lib/server/context.ts';
import { vacuumFile } from '#lib/server/db/vacuum.ts';
import { mergeSearchIndex } from '#lib/server/search/merge-index.ts';

import { deleteLeftover, DATABASE_FILE, listLeftovers } from './erase-queries.ts';

const BATCH = 100;
const ZIP = '.zip';

/** SQLite's file still has words of deleted rows. PostgreSQL cleans its files by itself. */
async function cleanDatabase(services: Services): Promise<void> {
  const { config, dialect, log } = services;
  if (dialect !== 'sqlite') return;
  await mergeSearchIndex(services);
  const isClean = await vacuumFile(config.databaseUrl);
  if (!isClean) log.warn({ event: 'vacuum_skipped' });
}

async function removeLeftover(services: Services, key: string): Promise<void> {
  if (key === DATABASE_FILE) await cleanDatabase(services);
  else if (key.endsWith(ZIP)) await services.exportFiles.remove(key);
  else await services.files.remove(key);
}

/**
 * Removes what is left of erased members outside the rows: files, and words in what the database
 * has deleted. What cannot be removed
 * now is tried again by the next run.
 */
export async function removeLeftovers(services: Services): Promise<void> {
  const { db, log } = services;
  const keys = await listLeftovers(db, BATCH);
  let removed = 0;
  for (const key of keys)
    try {
      await removeLeftover(services, key);
      await deleteLeftover(db, key);
      removed += 1;
    } catch (error) {
      log.warn({ event: 'leftover_not_removed', error });
    }
  if (keys.length === BATCH && removed === BATCH) await removeLeftovers(services);
}
