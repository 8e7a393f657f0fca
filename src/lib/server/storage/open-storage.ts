import { join } from 'node:path';

import { createBucketStore } from './bucket-store.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';

/**
 * Opens the place where pictures are kept (design 2).
 * @param url `STORAGE_URL`, as `parseBucketUrl` documents it; without it, a folder of this machine
 * @param dataDir `DATA_DIR`: pictures are in its folder `media`
 * @throws ConfigError when the url is wrong, or the folder cannot be used
 */
export const openStorage = (url: string | null | undefined, dataDir: string): FileStore =>
  url ? createBucketStore(url) : createDiskStore(join(dataDir, 'media'));
