import { basename } from 'node:path';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

/** A backup or a restore that failed; the message contains what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** A restore that failed when the site was restored, or may be; the message tells which. */
export class LateRestoreError extends BackupError {}

/** A backup's file, by its name. */
export interface BackupName {
  name: string;
  dialect: DialectName;
  /** when it was started, milliseconds since 1970; 0 where the name does not contain it */
  time: number;
  /** made before an upgrade: of the database only */
  isUpgrade: boolean;
}

const EXTENSIONS: Record<DialectName, string> = { sqlite: 'sqlite', postgres: 'dump' };
const NAME = /^glean-(upgrade-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(sqlite|dump)$/;
// As `operator backup` wrote before backups had names.
const UNNAMED = 'glean.sqlite';

/** @returns a time as in names of files: in UTC, without colons */
const toFileTime = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** @returns the name of a backup that starts now; it sorts by time */
export const toBackupName = (time: number, dialect: DialectName, { isUpgrade = false } = {}) =>
  `glean-${isUpgrade ? 'upgrade-' : ''}${toFileTime(time)}.${EXTENSIONS[dialect]}`;

/** @returns the parsed name of a backup, or null for another file */
export function parseBackupName(name: string): BackupName | null {
  if (name === UNNAMED) return { name, dialect: 'sqlite', time: 0, isUpgrade: false };
  const [, upgrade, day, hour, minute, second, extension] = NAME.exec(name) ?? [];
  const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) return null;
  const dialect = extension === EXTENSIONS.sqlite ? 'sqlite' : 'postgres';
  return { name, dialect, time, isUpgrade: Boolean(upgrade) };
}

/** @returns the database that a file is a backup of, by its extension, or null */
export function dialectOfFile(path: string): DialectName | null {
  const extension = basename(path).split('.').at(-1);
  if (extension === EXTENSIONS.sqlite) return 'sqlite';
  return extension === EXTENSIONS.postgres ? 'postgres' : null;
}
