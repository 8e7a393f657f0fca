import { join } from 'node:path';

import { createBucketStore } from './bucket-store.ts';
import { createDiskStore, MIN_FREE_BYTES } from './disk-store.ts';
import { createBucketExports, createDiskExports, type ExportStore } from './export-store.ts';
import type { FileStore } from './file-store.ts';

/**
 * Opens the bucket of `STORAGE_URL`; without one, the directory `media` in the data directory.
 * @throws ConfigError when the URL is wrong, or the directory cannot be used
 */
export const openStorage = async (url: string | null, dataDir: string): Promise<FileStore> =>
  url ? createBucketStore(url) : createDiskStore(join(dataDir, 'media'));

/**
 * Opens the store of exports: the bucket of `STORAGE_URL`; without one, the directory `exports` in the data
 * directory, which a bucket only needs for writing.
 * @throws ConfigError when the URL is wrong
 */
export function openExportStore(url: string | null, dataDir: string): ExportStore {
  const folder = join(dataDir, 'exports');
  return url ? createBucketExports(url, folder) : createDiskExports(folder, MIN_FREE_BYTES);
}
