// Without Zod.
import { sundayOf } from '#lib/contract/days.ts';
import { formatOf } from '#lib/messages/formats.ts';

const longFormat = formatOf(
  'en-GB',
  (locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
);
const shortFormat = formatOf(
  'en-GB',
  (locales) =>
    new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** @returns e.g. `7 Dec` */
export const shortDay = (day: string): string => shortFormat().format(new Date(day));

const MONTH_LENGTH = 'YYYY-MM'.length;

function rangeOf(format: Intl.DateTimeFormat, monday: string): string {
  const sunday = sundayOf(monday);
  const [from, until] = [new Date(monday), new Date(sunday)];
  if (monday.slice(0, MONTH_LENGTH) !== sunday.slice(0, MONTH_LENGTH))
    return `${format.format(from)} – ${format.format(until)}`;
  return format.formatRange(from, until).replace(/\s–\s/u, '–');
}

/** @returns e.g. `7–13 December` */
export const weekName = (monday: string): string => rangeOf(longFormat(), monday);

/** @returns the same, short for a column heading: `7–13 Dec` */
export const shortWeekName = (monday: string): string => rangeOf(shortFormat(), monday);
