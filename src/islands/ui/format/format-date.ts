const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Formats a date, the same on the server and in every browser.
 * @param iso ISO 8601; of a time, its day in UTC
 * @returns e.g. `12 November 2026`
 */
export const formatDate = (iso: string): string => LONG_DATE.format(new Date(iso));
