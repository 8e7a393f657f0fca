import { formatOf } from './formats.ts';
import { currentLanguage } from './t.ts';

// In Filipino no one says the short names of days, such as “Lin”, and the comma belongs to the date.
const isFilipino = () => currentLanguage() === 'fil';

const weekdayFormat = formatOf(
  'en-GB',
  (locales) =>
    new Intl.DateTimeFormat(locales, {
      weekday: isFilipino() ? 'long' : 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    }),
);

const shortFormat = formatOf(
  'en-GB',
  (locales) =>
    new Intl.DateTimeFormat(locales, { weekday: isFilipino() ? 'long' : 'short', timeZone: 'UTC' }),
);

/**
 * Names the weekday of a day of the coming week.
 * @param day YYYY-MM-DD
 * @returns e.g. `Sat`, in Filipino `Sabado`
 */
export const shortWeekday = (day: string): string => shortFormat().format(new Date(day));

/**
 * Formats the day of a listing or an appointment; without the year, as it is a few weeks away.
 * @param day YYYY-MM-DD
 * @returns e.g. `Sat 28 Nov`, in Filipino `Sabado, Nob 28`
 */
export function formatWeekday(day: string): string {
  const text = weekdayFormat().format(new Date(day));
  return isFilipino() ? text : text.replace(',', '');
}
