const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * A day in words, the same on the server and in every browser.
 * @param iso a date or a time, ISO 8601; a time is told by its day in UTC
 * @returns e.g. `12 November 2026`
 */
export function formatDate(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}
