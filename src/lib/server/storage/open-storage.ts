import { join } from 'node:path';

import { createBucketStore } from './bucket-store.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';

/**
 * Opens the bucket of `STORAGE_URL`; without one, the directory `media` in the data directory.
 * @throws ConfigError when the URL is wrong, or the directory cannot be used
 */
export const openStorage = async (url: string | null, dataDir: string): Promise<FileStore> =>
  url ? createBucketStore(url) : createDiskStore(join(dataDir, 'media'));
