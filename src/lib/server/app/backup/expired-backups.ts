// Backups that are no longer needed, and the files that only they needed.
import * as z from 'zod/mini';

import type { Services } from '#lib/server/platform/context.ts';
import type { FileStore } from '#lib/server/platform/storage/file-store.ts';
import { timeZone } from '#lib/site.ts';

import { type Backup, type BackupPlace, untilNow } from './backup-place.ts';

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

/** After a backup, deletes expired backups, and files that no backup needs. */
export async function tidyPlace(
  { config, files, now }: Services,
  place: BackupPlace,
): Promise<void> {
  const backups = untilNow(await place.list(), now());
  for (const { name } of listExpired(backups, config.backupHour)) await place.remove(name);
  await deleteGoneFiles(files, place, now());
}
