import { formatOf } from '#lib/messages/formats.ts';
import { timeZone } from '#lib/site.ts';

const dayFormat = formatOf(
  'en-GB',
  (locales) => new Intl.DateTimeFormat(locales, { timeZone, dateStyle: 'long' }),
);

/** @returns a day of the region in words, e.g. "30 November 2026"; @param time milliseconds since 1970 */
export const formatDay = (time: number): string => dayFormat().format(time);
