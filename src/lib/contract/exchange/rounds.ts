// The days on which there is a round of a listing that repeats. Without Zod.
import { addDays, daysBetween } from '#lib/contract/days.ts';
import { formatOf } from '#lib/messages/formats.ts';

/** Every so many weeks. */
export const REPEAT_WEEKS = [1, 2, 4] as const;
export type RepeatWeeks = (typeof REPEAT_WEEKS)[number];

/** How a listing repeats. */
export interface Repeat {
  weeks: RepeatWeeks;
  /** 0 is Sunday */
  weekday: number;
}

/** For how many days ahead rounds are made: at least one of each listing. */
export const ROUNDS_AHEAD_DAYS = 28;

const WEEK = 7;

/** In the order in which people read them; 0 is Sunday. */
export const WEEKDAYS_FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0] as const;

export const weekdayOf = (day: string): number => new Date(day).getUTCDay();

const weekdayFormat = /* @__PURE__ */ formatOf(
  'en-GB',
  (locales) => new Intl.DateTimeFormat(locales, { weekday: 'long', timeZone: 'UTC' }),
);
const SUNDAY = '2026-01-04';

/** @returns `Tuesday` */
export const weekdayName = (weekday: number): string =>
  weekdayFormat().format(new Date(addDays(SUNDAY, weekday)));

/** @returns the first day from one on that is such a weekday */
export const nextWeekday = (weekday: number, from: string): string =>
  addDays(from, (weekday - weekdayOf(from) + WEEK) % WEEK);

/** @returns how much of a round may be agreed ahead: at least a quarter stays open for others */
export const mostAhead = (amount: number): number => Math.floor((amount * 3) / 4);

/** @returns the least amount of a round of which so much may be agreed ahead */
export const leastFor = (ahead: number): number => Math.ceil((ahead * 4) / 3);

/** A listing, as far as its rounds follow from it. */
export interface Repeating {
  repeat_weeks: RepeatWeeks | null;
  repeat_from: string | null;
  ready_on: string | null;
  until: string;
}

const latest = (a: string, b: string): string => (a > b ? a : b);

/**
 * @param from the first day that counts
 * @param to the last
 * @returns the days of the rounds, in order; none of a listing that does not repeat
 */
export function roundDays(
  { repeat_weeks, repeat_from, ready_on, until }: Repeating,
  from: string,
  to: string,
): string[] {
  if (repeat_weeks === null || repeat_from === null) return [];
  const step = repeat_weeks * WEEK;
  const start = latest(from, ready_on ?? from);
  const skipped = Math.max(0, Math.ceil(daysBetween(repeat_from, start) / step));
  const days: string[] = [];
  let day = addDays(repeat_from, skipped * step);
  while (day <= until && day <= to) {
    days.push(day);
    day = addDays(day, step);
  }
  return days;
}
