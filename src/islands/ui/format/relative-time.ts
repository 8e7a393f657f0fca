import { formatOf } from '#lib/messages/formats.ts';
import { t } from '#lib/messages/t.ts';
import { timeZone } from '#lib/site.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK_DAYS = 7;

const relative = formatOf('en', (locales) => new Intl.RelativeTimeFormat(locales));
// The Swedish date format is that of ISO 8601.
const ISO_DAY = new Intl.DateTimeFormat('sv', { timeZone });
// The month only: browsers disagree whether September is `Sep` or `Sept` in British English.
const shortMonth = formatOf(
  'en',
  (locales) => new Intl.DateTimeFormat(locales, { month: 'short', timeZone }),
);

/** A day in the site’s region, e.g. `12 Nov`, with the year unless it is the current one. */
function formatDay(time: number, day: string, today: string): string {
  const [year = '', , dayOfMonth] = day.split('-');
  const date = { day: Number(dayOfMonth), month: shortMonth().format(time) };
  if (today.startsWith(`${year}-`)) return t('time.day', date);
  return t('time.day_of_year', { ...date, year });
}

type Unit = 'minute' | 'hour' | 'day';

function formatPast(iso: string, now: number, ago: (count: number, unit: Unit) => string): string {
  const time = Date.parse(iso);
  const passed = now - time;
  if (passed < MINUTE) return t('time.just_now');
  if (passed < HOUR) return ago(Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return ago(Math.floor(passed / HOUR), 'hour');
  const [day, today] = [ISO_DAY.format(time), ISO_DAY.format(now)];
  const days = (Date.parse(today) - Date.parse(day)) / DAY;
  if (days === 1) return t('time.yesterday');
  return days < WEEK_DAYS ? ago(days, 'day') : formatDay(time, day, today);
}

/**
 * Formats how long ago something happened, the same on the server and in every browser.
 * @param iso ISO 8601
 * @param now milliseconds since 1970
 */
export const formatRelativeTime = (iso: string, now: number): string =>
  formatPast(iso, now, (count, unit) => relative().format(-count, unit));

/** Like `formatRelativeTime`, but shorter, e.g. `5 h`. */
export const formatShortTime = (iso: string, now: number): string =>
  formatPast(iso, now, (count, unit) => t('time.short', { count, unit }));
