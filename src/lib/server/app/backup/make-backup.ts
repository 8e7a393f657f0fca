import { stat } from 'node:fs/promises';

import type { Config } from '#lib/server/platform/config/config.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { sendHeartbeat } from '#lib/server/platform/health/heartbeat.ts';
import { freeBytes } from '#lib/server/platform/storage/disk-space.ts';
import { type FileStore, readBytes } from '#lib/server/platform/storage/file-store.ts';

import { BackupError, type BackupPlace, isBucketUrl, toBackupName } from './backup-place.ts';
import { storeErasedMembers } from './erased-list.ts';
import { isPostgresUrl, saveSnapshot } from './save-snapshot.ts';

/**
 * Copies the files that a store lacks; the file of a key never changes.
 * @param signal aborts between two files
 * @returns the number of copied files
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  signal?: AbortSignal,
): Promise<number> {
  const copied = new Set((await Array.fromAsync(to.list())).map(({ key }) => key));
  let count = 0;
  for await (const { key } of from.list()) {
    signal?.throwIfAborted();
    const file = copied.has(key) ? null : await from.get(key);
    if (!file) continue;
    await to.put(key, await readBytes(file), file.type);
    count += 1;
  }
  return count;
}

const toMegabytes = (bytes: number): number => Math.floor(bytes / 2 ** 20);

/** The result of a backup. */
export interface MadeBackup {
  name: string;
  /** the size of the database */
  bytes: number;
  /** the number of copied images and documents */
  files: number;
  seconds: number;
}

/** @throws BackupError when there is less space than the last backup needs */
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
 * @param signal aborts the backup; then nothing is stored
 * @throws BackupError, StorageError; older backups stay unchanged
 */
export async function makeBackup(
  services: Services,
  place: BackupPlace,
  signal?: AbortSignal,
): Promise<MadeBackup> {
  const { config, db, dialect, files: live, now } = services;
  const started = performance.now();
  const name = toBackupName(now(), dialect);
  await requireSpace(place);
  const media = await place.openMedia();
  // Before the database: files of posts that are deleted after its snapshot. After it: files created since.
  let files = await copyFiles(live, media, signal);
  const bytes = await place.save(name, async (path) => {
    await saveSnapshot(config.databaseUrl, path, signal);
    files += await copyFiles(live, media, signal);
  });
  await storeErasedMembers(db, place);
  await sendHeartbeat(services);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return { name, bytes, files, seconds };
}

/** @returns whether backups are on the same disk as the site's data, and would be lost with it */
export async function isOnDataDisk(
  place: string,
  { dataDir, databaseUrl, storageUrl }: Config,
): Promise<boolean> {
  const hasDataElsewhere = isPostgresUrl(databaseUrl) && storageUrl !== null;
  if (isBucketUrl(place) || hasDataElsewhere) return false;
  return (await stat(place)).dev === (await stat(dataDir)).dev;
}
