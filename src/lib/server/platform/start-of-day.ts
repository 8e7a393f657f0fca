import { timeZone } from '#lib/site.ts';

// Writes the region's offset as GMT+08:00.
const OFFSET = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });

/** @returns the start of a day in the region, in milliseconds since 1970 */
export function startOfDay(day: string): number {
  const parts = OFFSET.formatToParts(new Date(day));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return Date.parse(`${day}T00:00:00${name.replace('GMT', '') || 'Z'}`);
}
