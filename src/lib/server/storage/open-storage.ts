import { join } from 'node:path';

import { bucketStore } from './bucket.ts';
import { diskStore } from './disk.ts';
import type { FileStore } from './file-store.ts';

/**
 * Opens the place where pictures are kept (design 2).
 * @param url `STORAGE_URL`, as `readBucketUrl` documents it; without it, a folder of this machine
 * @param dataDir `DATA_DIR`: pictures are in its folder `media`
 * @throws ConfigError when the url is wrong, or the folder cannot be used
 */
export const openStorage = (url: string | null | undefined, dataDir: string): FileStore =>
  url ? bucketStore(url) : diskStore(join(dataDir, 'media'));
