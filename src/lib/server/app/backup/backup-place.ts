import type { FileStore } from '#lib/server/platform/storage/file-store.ts';

import type { BackupName } from './backup-name.ts';

// A clock that was set by NTP may have been a little ahead.
const AHEAD_MS = 3_600_000;

/** A backup in its place. */
export interface Backup extends BackupName {
  bytes: number;
}

/** Where backups are stored: a folder or a bucket. */
export interface BackupPlace {
  /** for messages, without a password */
  label: string;
  /** the folder of this machine in which a backup is written first */
  workFolder: string;
  /** Opens the store of the images and documents of all its backups. */
  openMedia(): Promise<FileStore>;
  /**
   * Stores a backup, which exists whole or not at all.
   * @param make writes and checks the file at a path; when it throws, nothing is stored
   * @returns its size in bytes
   */
  save(name: string, make: (path: string) => Promise<void>): Promise<number>;
  /** @returns the path of a backup on this machine, downloaded into `folder` from a bucket */
  open(name: string, folder: string): Promise<string>;
  /** Lists the backups, newest first. */
  list(): Promise<Backup[]>;
  remove(name: string): Promise<void>;
  /** @returns the text of a file beside the backups, or null */
  readText(name: string): Promise<string | null>;
  writeText(name: string, text: string): Promise<void>;
}

/** Sorts backups, newest first. */
export const sortBackups = (backups: Backup[]): Backup[] =>
  backups.toSorted((a, b) => b.time - a.time);

/** Leaves out the backups that a clock made which was ahead: none of them is the newest. @param now milliseconds since 1970 */
export const untilNow = (backups: Backup[], now: number): Backup[] =>
  backups.filter(({ time }) => time <= now + AHEAD_MS);
