const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const count = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'} ago`;

/** A day, e.g. `12 Nov`, with its year when that is another one. */
function day(at: Date, now: Date): string {
  const text = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`;
  const year = at.getUTCFullYear();
  return year === now.getUTCFullYear() ? text : `${text} ${year}`;
}

/**
 * How long ago something was, in words. The same input gives the same words everywhere: the server's and the
 * browser's first drawing must agree.
 * @param iso when it was
 * @param now milliseconds since 1970
 */
export function formatRelativeTime(iso: string, now: number): string {
  const at = Date.parse(iso);
  const passed = now - at;
  if (passed < MINUTE) return 'Just now';
  if (passed < HOUR) return count(Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return count(Math.floor(passed / HOUR), 'hour');
  if (passed < 2 * DAY) return 'Yesterday';
  if (passed < WEEK) return count(Math.floor(passed / DAY), 'day');
  return day(new Date(at), new Date(now));
}
