import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { isFileKey, toListPrefix, StorageError } from './file-store.ts';

/**
 * Lists the files below a disk store's folder, one shard at a time.
 * @param root the store's folder
 * @param prefix a file's key, a picture's, or nothing for every file
 * @throws StorageError
 */
export async function* walk(root: string, prefix?: string) {
  const start = toListPrefix(prefix);
  try {
    const shards = start ? [start.slice(0, 2)] : await names(root, false);
    for (const shard of shards) {
      for (const key of await names(join(root, shard), true)) {
        if (!isFileKey(key) || !key.startsWith(start)) continue;
        const found = await stat(join(root, shard, key)).catch(ignoreGone);
        if (found) yield { key, modified: found.mtime };
      }
    }
  } catch (cause) {
    throw new StorageError(`The folder ${root} could not be listed.`, { cause });
  }
}

async function names(folder: string, recursive: boolean): Promise<string[]> {
  const found = (await readdir(folder, { recursive }).catch(ignoreGone)) ?? [];
  return found.map((name) => name.split(sep).join('/'));
}

/** What another call removed meanwhile is no failure. */
function ignoreGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
