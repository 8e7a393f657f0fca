import { timeZone } from '#lib/site.ts';

// Swedish dates are ISO 8601's.
const ISO_DAY = new Intl.DateTimeFormat('sv', { timeZone });

/**
 * @param time milliseconds since 1970
 * @returns the day in the site's region, YYYY-MM-DD
 */
export const regionDay = (time: number): string => ISO_DAY.format(time);
