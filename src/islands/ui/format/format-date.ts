import { formatOf } from '#lib/messages/formats.ts';
import { timeZone } from '#lib/site.ts';

const LONG = { dateStyle: 'long' } as const;
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  formatOf('en-GB', (locales) => new Intl.DateTimeFormat(locales, options));
const localTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone });
const localDate = dateFormat({ ...LONG, timeZone });
const utcDate = dateFormat({ ...LONG, timeZone: 'UTC' });

/**
 * Formats the day of a time in the site's region, the same on the server and in every browser.
 * @param iso ISO 8601
 * @returns e.g. `12 November 2026`
 */
export const formatDate = (iso: string): string => localDate().format(new Date(iso));

/**
 * Formats a time in the site's region.
 * @param iso ISO 8601
 * @returns e.g. `12 Nov 2026, 14:05`
 */
export const formatDateTime = (iso: string): string => localTime().format(new Date(iso));

/**
 * Formats a day that is the same everywhere, such as a birthdate.
 * @param day YYYY-MM-DD
 */
export const formatDay = (day: string): string => utcDate().format(new Date(day));
