import { timeZone } from '#lib/site.ts';

const LONG = { dateStyle: 'long' } as const;
const WEEKDAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const LOCAL_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone,
});
const LOCAL_DATE = new Intl.DateTimeFormat('en-GB', { ...LONG, timeZone });
const UTC_DATE = new Intl.DateTimeFormat('en-GB', { ...LONG, timeZone: 'UTC' });

/**
 * Formats the day of a time in the site's region, the same on the server and in every browser.
 * @param iso ISO 8601
 * @returns e.g. `12 November 2026`
 */
export const formatDate = (iso: string): string => LOCAL_DATE.format(new Date(iso));

/**
 * Formats a time in the site's region.
 * @param iso ISO 8601
 * @returns e.g. `12 Nov 2026, 14:05`
 */
export const formatDateTime = (iso: string): string => LOCAL_TIME.format(new Date(iso));

/**
 * Formats a day that is the same everywhere, such as a birthdate.
 * @param day YYYY-MM-DD
 */
export const formatDay = (day: string): string => UTC_DATE.format(new Date(day));

/**
 * Formats a day on which people meet.
 * @param day YYYY-MM-DD
 * @returns e.g. `Thu 12 Nov 2026`
 */
export const formatWeekday = (day: string): string =>
  WEEKDAY.format(new Date(day)).replace(',', '');
