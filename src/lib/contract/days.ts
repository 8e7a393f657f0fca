import * as z from 'zod/mini';

import type { ErrorCode } from './error-codes.ts';

const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A day of the site's region, YYYY-MM-DD. Days compare as texts. */
export const Day = z.iso.date('day_invalid' satisfies ErrorCode);

/** @returns the day so many days later */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, DAY_LENGTH);

/** @returns how many days later than `from` the day `to` is */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS;
