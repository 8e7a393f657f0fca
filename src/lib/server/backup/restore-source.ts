import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { type Config, ConfigError } from '#lib/server/config.ts';
import type { DialectName } from '#lib/server/db/dialect.ts';

import { BackupError } from './backup-error.ts';
import { dialectOfFile, parseBackupName } from './backup-name.ts';
import { type BackupPlace, untilNow } from './backup-place.ts';
import { isBucketUrl, openPlace } from './open-place.ts';

/** A backup to restore. */
export interface RestoreSource {
  place: BackupPlace;
  name: string;
  dialect: DialectName;
}

/** Splits the URL of a backup in a bucket. @throws ConfigError without the URL, which has a secret */
function splitBucketUrl(text: string): { place: string; name: string } {
  const url = URL.parse(text);
  if (!url)
    throw new ConfigError('The backup’s URL must be like s3://KEY:SECRET@host/bucket/name.');
  const [, bucket = '', name = ''] = url.pathname.split('/');
  url.pathname = `/${bucket}`;
  return { place: url.href, name };
}

function splitPath(path: string): { place: string; name: string } {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new BackupError(`There is no backup ${path}.`);
  if (stats.isDirectory()) return { place: path, name: '' };
  return { place: dirname(path), name: basename(path) };
}

/** @returns the newest backup of a place; one of before an upgrade only where there is no other */
async function findNewest(place: BackupPlace): Promise<string> {
  const all = await place.list();
  const past = untilNow(all, Date.now());
  const backups = past.length > 0 ? past : all;
  const newest = backups.find(({ isUpgrade }) => !isUpgrade) ?? backups[0];
  if (newest) return newest.name;
  throw new BackupError(
    `${place.label} is no backup: it has no file glean-….sqlite or glean-….dump.`,
  );
}

/**
 * Finds a backup.
 * @param text a folder or bucket, whose newest it is; a file in one; or the name of one in `BACKUP_URL`
 * @param resolvePath resolves a path as the operator typed it
 * @throws BackupError
 */
export async function findSource(
  text: string,
  { backupUrl, dataDir }: Config,
  resolvePath: (path: string) => string,
): Promise<RestoreSource> {
  const isName = parseBackupName(text) && !statSync(resolvePath(text), { throwIfNoEntry: false });
  const split = () => (isBucketUrl(text) ? splitBucketUrl(text) : splitPath(resolvePath(text)));
  const at = isName && backupUrl ? { place: backupUrl, name: text } : split();
  const place = await openPlace(at.place, dataDir);
  const name = at.name || (await findNewest(place));
  const dialect = dialectOfFile(name);
  if (!dialect) throw new BackupError(`${name} is no backup: it ends with .sqlite or .dump.`);
  return { place, name, dialect };
}
