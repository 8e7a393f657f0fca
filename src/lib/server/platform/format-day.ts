import { timeZone } from '#lib/site.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' });

/** @returns a day of the region in words, e.g. "30 November 2026"; @param time milliseconds since 1970 */
export const formatDay = (time: number): string => DAY.format(time);
