import type { Config } from '#lib/server/config.ts';
import type { Database } from '#lib/server/db/open-database.ts';
import { rootKeyOf } from '#lib/server/storage/file-store.ts';
import { openStorage } from '#lib/server/storage/open-storage.ts';

import { type Finding, ok, wrong } from './finding.ts';
import { listNamedKeys } from './queries.ts';

// The cleanup deletes them when they are an hour old.
const OLD_MS = 24 * 3_600_000;

/** Compares images and documents with the rows that name them. */
export async function checkFiles({ db }: Database, config: Config): Promise<Finding> {
  const named = new Set(await listNamedKeys(db));
  const stored = new Set<string>();
  const leftOver = new Set<string>();
  const files = await openStorage(config.storageUrl, config.dataDir);
  for await (const { key, modified } of files.list()) {
    const root = rootKeyOf(key);
    stored.add(root);
    if (!named.has(root) && modified.getTime() < Date.now() - OLD_MS) leftOver.add(root);
  }
  // A post may have been deleted since the first query.
  const missing = named.difference(stored).intersection(new Set(await listNamedKeys(db)));
  if (missing.size > 0)
    return wrong(
      'images',
      `${missing.size} of ${named.size} are missing, like ${[...missing][0]}: copy the folder media of a backup over that of the site.`,
    );
  if (leftOver.size > 0)
    return wrong(
      'images',
      `${leftOver.size} belong to nothing for a day: start the server, which deletes them, or look for cleanup_failed in its log.`,
    );
  return ok('images', `${named.size}, all there`);
}
