// The days of a repeating listing's rounds. Without Zod.
import { addDays, daysBetween } from '#lib/contract/days.ts';
import { formatOf } from '#lib/messages/formats.ts';

/** In weeks. */
export const REPEAT_WEEKS = [1, 2, 4] as const;
export type RepeatWeeks = (typeof REPEAT_WEEKS)[number];

export interface Repeat {
  weeks: RepeatWeeks;
  /** 0 is Sunday */
  weekday: number;
}

/** How many days ahead rounds are listed: at least one for each listing. */
export const ROUNDS_AHEAD_DAYS = 28;

const WEEK = 7;

/** In reading order; 0 is Sunday. */
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

/** @returns the first such weekday on or after a day */
export const nextWeekday = (weekday: number, from: string): string =>
  addDays(from, (weekday - weekdayOf(from) + WEEK) % WEEK);

/** @returns how much of a round can be agreed in advance: at least a quarter stays open to other members */
export const mostAhead = (amount: number): number => Math.floor((amount * 3) / 4);

/** @returns the amount of the smallest round of which so much can be agreed in advance */
export const smallestRoundFor = (ahead: number): number => Math.ceil((ahead * 4) / 3);

/** The fields of a listing that determine its rounds. */
export interface Repeating {
  repeat_weeks: RepeatWeeks | null;
  repeat_from: string | null;
  ready_on: string | null;
  until: string;
}

const latest = (a: string, b: string): string => (a > b ? a : b);

/**
 * @param from the first day, inclusive
 * @param to the last day, inclusive
 * @returns the days of the rounds, in order; empty for a listing that does not repeat
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
