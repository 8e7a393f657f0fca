import type { BackupPlace } from './backup-place.ts';
import { openBucketPlace } from './bucket-place.ts';
import { openFolderPlace } from './folder-place.ts';

/** @returns whether a place is a bucket */
export const isBucketUrl = (place: string): boolean => place.startsWith('s3:');

/**
 * Opens the place of backups.
 * @param place a folder, or `s3://KEY:SECRET@host/bucket`
 * @param dataDir where a backup is made before it is uploaded
 * @param options `isNew`: a folder is created when missing
 * @throws BackupError, ConfigError
 */
export const openPlace = async (
  place: string,
  dataDir: string,
  { isNew = false } = {},
): Promise<BackupPlace> =>
  isBucketUrl(place) ? openBucketPlace(place, dataDir) : openFolderPlace(place, { isNew });
