import { randomUUID } from 'node:crypto';
import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type FileStore, StorageError } from './file-store.ts';

// More than a file system stores inline with a file's name.
const PROBE = Buffer.alloc(64 * 1024);
const PREFIX = '.probe-';

/** @returns the free bytes of a directory's disk, for users other than root */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** @returns how much of a directory's disk is used, as `df` says it: 0 to 1 */
export async function usedShare(directory: string): Promise<number> {
  const { blocks, bfree, bavail } = await statfs(directory);
  const used = blocks - bfree;
  return used / (used + bavail || 1);
}

/** @returns whether a file can be written in a directory: its disk is neither full nor read-only */
export async function isWritable(directory: string): Promise<boolean> {
  const file = join(directory, PREFIX + randomUUID());
  try {
    await writeFile(file, PROBE, { flag: 'wx' });
    return true;
  } catch {
    return false;
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

/**
 * Deletes leftovers of checks whose process was killed. A check in progress in another process continues without its
 * file.
 */
export async function deleteProbes(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name.startsWith(PREFIX)) await rm(join(directory, name), { force: true });
}

/**
 * Watches whether a store accepts files.
 * @param onPut called after each file that was stored, or rejected because the store is full
 * @returns the store to use
 */
export const watchFull = (store: FileStore, onPut: (isFull: boolean) => void): FileStore => ({
  ...store,
  async put(...file) {
    try {
      await store.put(...file);
      onPut(false);
    } catch (error) {
      if (error instanceof StorageError && error.isFull) onPut(true);
      throw error;
    }
  },
});
