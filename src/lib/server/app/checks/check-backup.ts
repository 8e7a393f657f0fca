import { existsSync } from 'node:fs';

import {
  type Backup,
  isBucketUrl,
  openPlace,
  untilNow,
} from '#lib/server/app/backup/backup-place.ts';
import { isOnDataDisk } from '#lib/server/app/backup/make-backup.ts';
import type { Config } from '#lib/server/platform/config/config.ts';

import { type Look, note, ok, wrong } from './finding.ts';

const HOUR_MS = 3_600_000;
// A nightly backup may start late.
const MAX_AGE_HOURS = 30;

/** Lists the nightly backups, newest first. */
export async function listNightly(
  place: { list: () => Promise<Backup[]> },
  now: number,
): Promise<Backup[]> {
  return untilNow(await place.list(), now).filter(({ isUpgrade }) => !isUpgrade);
}

/** The folder of backups, when it is there. */
export const backupFolder = ({ backupUrl }: Config): string[] =>
  backupUrl && !isBucketUrl(backupUrl) && existsSync(backupUrl) ? [backupUrl] : [];

/** Checks the age of the newest nightly backup. */
export const checkBackup: Look = async ({ config: { backupUrl, dataDir }, now }) => {
  if (!backupUrl)
    return wrong(
      'backup',
      'none is made: set BACKUP_URL to a folder on another disk, or to a bucket.',
    );
  const place = await openPlace(backupUrl, dataDir);
  const [newest, ...others] = await listNightly(place, now());
  const remedy = ': run `backup`, and look for backup_failed in the log.';
  if (!newest) return wrong('backup', `there is none in ${place.label}${remedy}`);
  const hours = Math.floor((now() - newest.time) / HOUR_MS);
  const text = `the newest of ${others.length + 1} is ${hours} hours old`;
  return hours > MAX_AGE_HOURS ? wrong('backup', text + remedy) : ok('backup', text);
};

/** Checks whether the backups would be lost with the data. */
export const checkBackupDisk: Look = async ({ config }) => {
  const { backupUrl } = config;
  if (!backupUrl || (!isBucketUrl(backupUrl) && !existsSync(backupUrl))) return [];
  return (await isOnDataDisk(backupUrl, config))
    ? note(
        'backup disk',
        `${backupUrl} is on the disk of the site’s data: mount its own disk, or set BACKUP_URL to another place.`,
      )
    : ok('backup disk', 'another one than that of the data');
};
