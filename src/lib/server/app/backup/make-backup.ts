import { stat } from 'node:fs/promises';

import * as z from 'zod/mini';

import type { Config } from '#lib/server/platform/config/config.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { freeBytes } from '#lib/server/platform/storage/disk-space.ts';
import { type FileStore, readBytes } from '#lib/server/platform/storage/file-store.ts';
import { timeZone } from '#lib/site.ts';

import {
  type Backup,
  BackupError,
  type BackupPlace,
  isBucketUrl,
  toBackupName,
  untilNow,
} from './backup-place.ts';
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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// 1970 began on a Thursday, three days after a Monday.
const FIRST_DAY = 3;
// Formats days like 2026-11-23.
const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * @param hour the hour, in the region, from which a night's backup is due
 * @returns the day to whose night a backup of this time belongs, e.g. `2026-11-23`
 */
export const nightOf = (time: number, hour: number): string => DAY.format(time - hour * HOUR_MS);

/** @returns the number of a night's week, from Monday to Sunday */
const weekOf = (night: string): number => Math.floor((Date.parse(night) / DAY_MS + FIRST_DAY) / 7);

// When each file was first missing on the site, milliseconds since 1970.
const FILE = 'gone-files.json';
const Gone = z.record(z.string(), z.number());

const listKeys = async (store: FileStore): Promise<string[]> =>
  (await Array.fromAsync(store.list())).map(({ key }) => key);

/**
 * Deletes images and documents from a place when no backup there needs them: the site had deleted them before the
 * oldest backup began.
 * @param site the site's store
 * @param now milliseconds since 1970
 * @returns the number of deleted files
 */
async function deleteGoneFiles(site: FileStore, place: BackupPlace, now: number): Promise<number> {
  const media = await place.openMedia();
  const oldest = Math.min(...(await place.list()).map(({ time }) => time));
  const before = z.parse(Gone, JSON.parse((await place.readText(FILE)) ?? '{}'));
  const live = new Set(await listKeys(site));
  const gone: Record<string, number> = {};
  const unneeded: string[] = [];
  for (const key of await listKeys(media)) {
    if (live.has(key)) continue;
    const since = before[key] ?? now;
    if (since < oldest) unneeded.push(key);
    else gone[key] = since;
  }
  for (const key of unneeded) await media.remove(key);
  const text = JSON.stringify(gone);
  if (text !== JSON.stringify(before)) await place.writeText(FILE, text);
  return unneeded.length;
}

const DAILY = 14;
const WEEKLY = 8;
const UPGRADES = 3;
const UPGRADE_MS = WEEKLY * 7 * DAY_MS;

/** @returns the first backup of each key, at most `max` */
const firsts = (backups: Backup[], max: number, key: (backup: Backup) => string | number) =>
  [...Map.groupBy(backups, key).values()].slice(0, max).flatMap(([first]) => first ?? []);

/**
 * Selects the backups to delete. The newest of each of the last 14 nights and 8 weeks stay, and the last 3 of those
 * made before upgrades in 8 weeks. Nights and weeks without a backup do not count. Backups less than a day older than
 * the newest stay.
 * @param backups newest first
 * @param hour see `nightOf`
 */
export function listExpired(backups: Backup[], hour: number): Backup[] {
  const nightly = backups.filter(({ isUpgrade }) => !isUpgrade);
  const upgrades = backups.filter(({ isUpgrade }) => isUpgrade).slice(0, UPGRADES);
  const [last] = backups;
  const night = ({ time }: Backup) => nightOf(time, hour);
  const [newest] = nightly;
  const stay = new Set([
    // A manual backup must not replace the night's before it is checked.
    ...nightly.filter(({ time }) => newest && time > newest.time - DAY_MS),
    ...firsts(nightly, DAILY, night),
    ...firsts(nightly, WEEKLY, (backup) => weekOf(night(backup))),
    ...upgrades.filter(({ time }) => last && time > last.time - UPGRADE_MS),
  ]);
  return backups.filter((backup) => !stay.has(backup));
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
  { config, db, dialect, files: live, now }: Services,
  place: BackupPlace,
  signal?: AbortSignal,
): Promise<MadeBackup> {
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
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return { name, bytes, files, seconds };
}

/** After a backup, deletes expired backups, and files that no backup needs. */
export async function tidyPlace(
  { config, files, now }: Services,
  place: BackupPlace,
): Promise<void> {
  const backups = untilNow(await place.list(), now());
  for (const { name } of listExpired(backups, config.backupHour)) await place.remove(name);
  await deleteGoneFiles(files, place, now());
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
