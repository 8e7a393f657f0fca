const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const RELATIVE = new Intl.RelativeTimeFormat('en');
// Not the whole date: whether September is `Sep` or `Sept` in British English differs between browsers.
const SHORT_MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

/** A day, e.g. `12 Nov`, with its year when that is another one. */
function formatDay(date: Date, now: Date): string {
  const day = `${date.getUTCDate()} ${SHORT_MONTH.format(date)}`;
  const year = date.getUTCFullYear();
  return year === now.getUTCFullYear() ? day : `${day} ${year}`;
}

/**
 * Formats how long ago something was, the same on the server and in every browser.
 * @param iso when it was, ISO 8601
 * @param now milliseconds since 1970
 */
export function formatRelativeTime(iso: string, now: number): string {
  const date = new Date(iso);
  const passed = now - date.getTime();
  if (passed < MINUTE) return 'Just now';
  if (passed < HOUR) return RELATIVE.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return RELATIVE.format(-Math.floor(passed / HOUR), 'hour');
  if (passed < 2 * DAY) return 'Yesterday';
  if (passed < WEEK) return RELATIVE.format(-Math.floor(passed / DAY), 'day');
  return formatDay(date, new Date(now));
}
