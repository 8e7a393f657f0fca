import { daysBetween } from '#lib/contract/days.ts';
import { formatOf } from '#lib/messages/formats.ts';
import { t } from '#lib/messages/t.ts';
import { timeZone } from '#lib/site.ts';

const DAY = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
// Without the year, as pickups are a few weeks away.
const dayFormat = formatOf('en-GB', (locales) => new Intl.DateTimeFormat(locales, DAY));
const momentFormat = formatOf(
  'en-GB',
  (locales) =>
    new Intl.DateTimeFormat(locales, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    }),
);

const FEW_DAYS = 7;

/**
 * Splits the day of an appointment into words.
 * @param day YYYY-MM-DD
 * @returns e.g. `Thu`, `12`, `Nov`
 */
export function dayParts(day: string): Record<'weekday' | 'day' | 'month', string> {
  const parts = dayFormat().formatToParts(new Date(day));
  const textOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { weekday: textOf('weekday'), day: textOf('day'), month: textOf('month') };
}

/**
 * Says how far away a day is, e.g. tomorrow.
 * @param today in the site's region
 * @returns null for a past day, or one more than a week away
 */
export function daysAway(day: string, today: string): string | null {
  const days = daysBetween(today, day);
  if (days < 0 || days > FEW_DAYS) return null;
  if (days === 0) return t('pickup.today');
  return days === 1 ? t('pickup.tomorrow') : t('pickup.in_days', { days });
}

/**
 * Formats a time within a few weeks, in the site's region.
 * @param iso ISO 8601
 * @returns e.g. `12 Nov, 14:05`
 */
export const formatMoment = (iso: string): string => momentFormat().format(new Date(iso));
