import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { isFileKey, StorageError } from './file-store.ts';

// Two characters and a separator.
const SHARD_LENGTH = 3;

/**
 * Lists the files below a disk store's directory.
 * @throws StorageError
 */
export async function* listFiles(root: string) {
  try {
    for (const path of await readdir(root, { recursive: true })) {
      const key = path.slice(SHARD_LENGTH).replaceAll(sep, '/');
      const stats = isFileKey(key) ? await stat(join(root, path)).catch(ignoreMissing) : null;
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
