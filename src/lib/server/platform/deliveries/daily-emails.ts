// A mail relay takes only so many emails a day (docs/decisions/0076-emails-per-day.md).
import type { Channel } from '#lib/contract/notifications/notification-kinds.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable, Priority } from '#lib/server/platform/db/schema.ts';
import { regionClock, regionDay } from '#lib/site.ts';

import * as queries from './queries.ts';

const HOURS_A_DAY = 24;
/** The rest is for codes: these always go out. */
const SHARE = 0.9;
/** The largest that PostgreSQL compares with the count. */
const NO_LIMIT = 2 ** 31 - 1;

/** How many times as fast as the day each priority may use its share of the emails up; codes have no share. */
const PACES: Partial<Record<Priority, number>> = {
  [queries.PRIORITY.today]: HOURS_A_DAY,
  [queries.PRIORITY.news]: 2,
};

/** @returns how many emails may have gone out by an hour of the day for one more of this priority: a whole number */
function shareOf(priority: Priority, perDay: number, hour: number): number {
  if (priority === queries.PRIORITY.code) return NO_LIMIT;
  const pace = PACES[priority] ?? 1;
  return Math.floor(perDay * SHARE * Math.min(1, (pace * (hour + 1)) / HOURS_A_DAY));
}

type Counting = Pick<Services, 'db' | 'config' | 'now'>;

/** @returns how many went out today; null where there is no cap */
export async function countToday({ db, config, now }: Counting): Promise<number | null> {
  return config.emailsPerDay === null ? null : queries.findCount(db, regionDay(now()));
}

/** Lists the priorities of what waits now, as the share of the day's emails that it may use is used up. */
export async function listDeferred(services: Counting, channel: Channel): Promise<Priority[]> {
  const { emailsPerDay } = services.config;
  const count = channel === 'email' ? await countToday(services) : null;
  if (emailsPerDay === null || count === null) return [];
  const [hour] = regionClock(services.now());
  return Object.values(queries.PRIORITY).filter(
    (each) => count >= shareOf(each, emailsPerDay, hour),
  );
}

/** A place among the emails of a day. */
export interface Place {
  /** for what was not sent */
  giveBack(): Promise<void>;
}

const NO_CAP: Place = { giveBack: () => Promise.resolve() };

/**
 * Takes a place among the emails of the day, for all servers of the database together.
 * @returns null when there is none left now
 */
export async function takePlace(
  { db, config, now }: Counting,
  { channel, priority, expires_at }: DeliveryTable,
): Promise<Place | null> {
  const time = now();
  if (config.emailsPerDay === null || channel !== 'email' || expires_at <= time) return NO_CAP;
  const day = regionDay(time);
  const [hour] = regionClock(time);
  const share = shareOf(priority, config.emailsPerDay, hour);
  if (share === 0 || !(await queries.raiseCount(db, 'daily_emails', day, share))) return null;
  return {
    // Without the database it counts as sent: a place less does no harm.
    giveBack: () => queries.lowerCount(db, day).catch(() => undefined),
  };
}
