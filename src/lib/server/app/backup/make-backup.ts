import type { Services } from '#lib/server/platform/context.ts';
import { freeBytes } from '#lib/server/platform/storage/disk-space.ts';

import { BackupError, toBackupName } from './backup-name.ts';
import { type BackupPlace, untilNow } from './backup-place.ts';
import { copyFiles } from './copy-files.ts';
import { deleteGoneFiles } from './delete-gone-files.ts';
import { storeErasedMembers } from './erased-list.ts';
import { listExpired } from './expired-backups.ts';
import { saveSnapshot } from './save-snapshot.ts';

const toMegabytes = (bytes: number): number => Math.floor(bytes / 2 ** 20);

/** A backup that was made. */
export interface MadeBackup {
  name: string;
  /** of the database */
  bytes: number;
  /** images and documents that the place lacked */
  files: number;
  seconds: number;
}

/** @throws BackupError where the last backup would have no room */
async function requireSpace(place: BackupPlace): Promise<void> {
  const [last] = await place.list();
  const free = await freeBytes(place.workFolder);
  if (last && free < last.bytes)
    throw new BackupError(
      `${place.workFolder} has ${toMegabytes(free)} MB left, and the last backup has ${toMegabytes(last.bytes)}: free some space.`,
    );
}

/**
 * Makes a backup of the site while it runs, and checks it.
 * @param signal stops it; then nothing is stored
 * @throws BackupError, StorageError; then all older backups are as they were
 */
export async function makeBackup(
  { config, db, dialect, files: live, now }: Services,
  place: BackupPlace,
  signal?: AbortSignal,
): Promise<MadeBackup> {
  const started = performance.now();
  const name = toBackupName(now(), dialect);
  await requireSpace(place);
  const media = await place.openMedia();
  // Before the database: files of posts deleted after its snapshot. After it: files created since.
  let files = await copyFiles(live, media, signal);
  const bytes = await place.save(name, async (path) => {
    await saveSnapshot(config.databaseUrl, path, signal);
    files += await copyFiles(live, media, signal);
  });
  await storeErasedMembers(db, place);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return { name, bytes, files, seconds };
}

/** Deletes what a place no longer needs, once a new backup was made: backups that expired, and files of none. */
export async function tidyPlace(
  { config, files, now }: Services,
  place: BackupPlace,
): Promise<void> {
  const backups = untilNow(await place.list(), now());
  for (const { name } of listExpired(backups, config.backupHour)) await place.remove(name);
  await deleteGoneFiles(files, place, now());
}
