import { timeZone } from '#lib/site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// 1970 began on a Thursday: this many days after a Monday.
const FIRST_DAY = 3;
// Writes days as 2026-11-23.
const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * @param hour at which a night's backup is due, in the region
 * @returns the day on whose night a backup of this time counts, like `2026-11-23`
 */
export const nightOf = (time: number, hour: number): string => DAY.format(time - hour * HOUR_MS);

/** @returns the week of a night, from Monday to Sunday, as a number */
export const weekOf = (night: string): number =>
  Math.floor((Date.parse(night) / DAY_MS + FIRST_DAY) / 7);
