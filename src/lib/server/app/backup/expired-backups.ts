import type { Backup } from './backup-place.ts';
import { nightOf, weekOf } from './nights.ts';

const DAY_MS = 24 * 3_600_000;
const DAILY = 14;
const WEEKLY = 8;
const UPGRADES = 3;
const UPGRADE_MS = WEEKLY * 7 * DAY_MS;

/** @returns the first of each key, at most `max` */
const firsts = (backups: Backup[], max: number, key: (backup: Backup) => string | number) =>
  [...Map.groupBy(backups, key).values()].slice(0, max).flatMap(([first]) => first ?? []);

/**
 * Determines which backups to delete: the newest of each of the last 14 nights and 8 weeks stay, and of those made before
 * an upgrade the last 3 of 8 weeks. Nights and weeks without a backup do not count, and what is less than a day older than
 * the newest stays.
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
    // A manual one must not replace the night's before that was checked.
    ...nightly.filter(({ time }) => newest && time > newest.time - DAY_MS),
    ...firsts(nightly, DAILY, night),
    ...firsts(nightly, WEEKLY, (backup) => weekOf(night(backup))),
    ...upgrades.filter(({ time }) => last && time > last.time - UPGRADE_MS),
  ]);
  return backups.filter((backup) => !stay.has(backup));
}
