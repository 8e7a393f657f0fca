import { addDays, daysBetween } from '#lib/contract/days.ts';

/**
 * The day of the first reminder: at half time, and when that is today, on the last day.
 * @param today the day on which the last day is chosen
 * @returns null when no day is left
 */
export function firstReminder(today: string, until: string): string | null {
  const half = addDays(today, Math.floor(daysBetween(today, until) / 2));
  return half > today ? half : nextReminder(today, until);
}

/** The day of the reminder after today's: the last day, or null when that is today. */
export const nextReminder = (today: string, until: string): string | null =>
  until > today ? until : null;
