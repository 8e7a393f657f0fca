import { daysBetween } from '#lib/contract/days.ts';
import { timeZone } from '#lib/site.ts';

// Without a year: a pickup is of these weeks.
const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone,
});

const FEW_DAYS = 7;

/**
 * Splits a day on which people meet into its words.
 * @param day YYYY-MM-DD
 * @returns e.g. `Thu`, `12`, `Nov`
 */
export function dayParts(day: string): Record<'weekday' | 'day' | 'month', string> {
  const parts = DAY.formatToParts(new Date(day));
  const textOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { weekday: textOf('weekday'), day: textOf('day'), month: textOf('month') };
}

/**
 * Says how far a day is, as people do.
 * @param today in the site's region
 * @returns null for a day that is over, or more than a week away
 */
export function daysAway(day: string, today: string): string | null {
  const days = daysBetween(today, day);
  if (days < 0 || days > FEW_DAYS) return null;
  return ['Today', 'Tomorrow'][days] ?? `In ${days} days`;
}

/**
 * Formats when something of these weeks was, in the site's region.
 * @param iso ISO 8601
 * @returns e.g. `12 Nov, 14:05`
 */
export const formatMoment = (iso: string): string => MOMENT.format(new Date(iso));
