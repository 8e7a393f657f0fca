import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import { isFileKey, StorageError, toListPrefix } from './file-store.ts';

// Two characters and a separator.
const SHARD_LENGTH = 3;

/**
 * Lists the files below a disk store's directory.
 * @param prefix a file's key, an image's, or nothing for every file
 * @throws StorageError
 */
export async function* listFiles(root: string, prefix?: string) {
  const start = toListPrefix(prefix);
  const options = { recursive: true, withFileTypes: true } as const;
  try {
    const entries = await readdir(join(root, start.slice(0, 2)), options).catch(ignoreMissing);
    for (const { parentPath, name } of entries ?? []) {
      const path = join(parentPath, name);
      const key = relative(root, path).slice(SHARD_LENGTH).replaceAll(sep, '/');
      if (!isFileKey(key) || !key.startsWith(start)) continue;
      const stats = await stat(path).catch(ignoreMissing);
      if (stats) yield { key, modified: stats.mtime };
    }
  } catch (cause) {
    throw new StorageError(`The directory ${root} could not be listed.`, { cause });
  }
}

/** Another call may delete a file while this one lists. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
