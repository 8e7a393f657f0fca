import type { Backup } from './backup-place.ts';
import { nightOf, weekOf } from './nights.ts';

const DAY_MS = 24 * 3_600_000;
const DAILY = 14;
const WEEKLY = 8;
const UPGRADES = 3;

/** @returns the first of each key, at most `max` */
const firsts = (backups: Backup[], max: number, key: (backup: Backup) => string | number) =>
  [...Map.groupBy(backups, key).values()].slice(0, max).flatMap(([first]) => first ?? []);

/**
 * Decides which backups make room: the newest of each of the last 14 nights and 8 weeks stay, and the last 3 of those
 * made before an upgrade. Nights and weeks without a backup do not count, and what is a day younger than the newest stays.
 * @param backups newest first
 * @param hour see `nightOf`
 */
export function listExpired(backups: Backup[], hour: number): Backup[] {
  // What had no name was not made by this rotation.
  const own = backups.filter(({ time }) => time > 0);
  const nightly = own.filter(({ isUpgrade }) => !isUpgrade);
  const night = ({ time }: Backup) => nightOf(time, hour);
  const [newest] = nightly;
  const stay = new Set([
    // One made by hand must not take the place of the night's before it was looked at.
    ...nightly.filter(({ time }) => newest && time > newest.time - DAY_MS),
    ...firsts(nightly, DAILY, night),
    ...firsts(nightly, WEEKLY, (backup) => weekOf(night(backup))),
    ...own.filter(({ isUpgrade }) => isUpgrade).slice(0, UPGRADES),
  ]);
  return own.filter((backup) => !stay.has(backup));
}
