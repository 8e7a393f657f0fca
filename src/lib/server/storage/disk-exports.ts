import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { prepareDirectory, syncPath } from './atomic-write.ts';
import { requireSpace, readStoredFile } from './disk-store.ts';
import { EXPORT_TYPE, type ExportStore, isExportKey, validateExportKey } from './export-store.ts';
import { StorageError } from './file-store.ts';

const throwStorageError = (verb: string, key: string) => (cause: unknown) => {
  throw new StorageError(`The disk could not ${verb} ${key}.`, { cause });
};

async function* listZips(root: string) {
  const names = await readdir(root).catch(throwStorageError('list', root));
  for (const key of names.filter(isExportKey)) {
    // Another call may delete a file while this one lists.
    const stats = await stat(join(root, key)).catch(() => null);
    if (stats) yield { key, modified: stats.mtime };
  }
}

/**
 * Stores exports in a local directory.
 * @param directory created with the first one
 * @param minFreeBytes with fewer left on the disk, none is stored
 */
export function createDiskExports(directory: string, minFreeBytes: number): ExportStore {
  const root = resolve(directory);
  const pathOf = (key: string) => join(root, key);
  const store = async (key: string, write: (path: string) => Promise<void>): Promise<number> => {
    const temporary = join(await prepareDirectory(root), key);
    try {
      await requireSpace(root, minFreeBytes);
      await write(temporary);
      await syncPath(temporary);
      await rename(temporary, pathOf(key));
    } finally {
      await rm(temporary, { force: true });
    }
    await syncPath(root);
    return (await stat(pathOf(key))).size;
  };
  return {
    async save(key, write) {
      validateExportKey(key);
      return store(key, write);
    },
    get: async (key) =>
      isExportKey(key)
        ? readStoredFile(pathOf(key), EXPORT_TYPE).catch(throwStorageError('read', key))
        : null,
    async remove(key) {
      validateExportKey(key);
      await rm(pathOf(key), { force: true }).catch(throwStorageError('remove', key));
    },
    async *list() {
      await prepareDirectory(root).catch(throwStorageError('open', root));
      yield* listZips(root);
    },
  };
}
