import { addDays } from '#lib/contract/days.ts';
import type { Week } from '#lib/contract/overview.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { lowestIdAt } from '#lib/server/platform/new-id.ts';
import { regionDay, timeZone } from '#lib/site.ts';

import { countJoined, countPosts } from './queries.ts';

const WEEKS = 12;
const DAYS_A_WEEK = 7;
const SUNDAY = 7;
// Writes the region's offset as GMT+08:00.
const OFFSET = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });

/** @returns the start of a day in the region, in milliseconds since 1970 */
function startOfDay(day: string): number {
  const parts = OFFSET.formatToParts(new Date(day));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return Date.parse(`${day}T00:00:00${name.replace('GMT', '') || 'Z'}`);
}

/** @returns the Monday of a day's week */
function mondayOf(day: string): string {
  const weekday = new Date(day).getUTCDay() || SUNDAY;
  return addDays(day, 1 - weekday);
}

async function countWeek({ db }: Services, monday: string): Promise<Week> {
  const start = startOfDay(monday);
  const end = startOfDay(addDays(monday, DAYS_A_WEEK));
  const [members, posts] = await Promise.all([
    countJoined(db, { start, end }),
    countPosts(db, lowestIdAt(start), lowestIdAt(end)),
  ]);
  return { monday, members, posts };
}

/** Counts what each of the last 12 weeks brought, the newest first. */
export function countWeeks(services: Services): Promise<Week[]> {
  const monday = mondayOf(regionDay(services.now()));
  const mondays = Array.from({ length: WEEKS }, (_, ago) => addDays(monday, -ago * DAYS_A_WEEK));
  return Promise.all(mondays.map((each) => countWeek(services, each)));
}
