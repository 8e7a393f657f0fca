// Without Zod. Days are YYYY-MM-DD, and compare as strings.
const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, DAY_LENGTH);

/** @returns negative when `to` is before `from` */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS;

export const DAYS_A_WEEK = 7;
// JavaScript counts weekdays from Sunday.
const DAYS_TO_MONDAY = 6;

/** @returns the Monday of the day's week (ISO 8601) */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(day).getUTCDay() + DAYS_TO_MONDAY) % DAYS_A_WEEK));

/** @returns the Mondays of consecutive weeks, beginning with the day's week */
export const listMondays = (day: string, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, nth) => addDays(mondayOf(day), nth * DAYS_A_WEEK));

// From Monday.
const DAYS_TO_SATURDAY = 5;

/** @returns the coming Saturday; on Saturday and Sunday the next */
export function nextSaturday(day: string): string {
  const saturday = addDays(mondayOf(day), DAYS_TO_SATURDAY);
  return saturday > day ? saturday : addDays(saturday, DAYS_A_WEEK);
}

/** @returns the last day of a week */
export const sundayOf = (monday: string): string => addDays(monday, DAYS_A_WEEK - 1);
