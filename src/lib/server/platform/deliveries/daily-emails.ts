// A mail relay takes only so many emails a day (docs/decisions/0076-emails-per-day.md).
import type { Channel } from '#lib/contract/notifications/notification-kinds.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import { regionClock, regionDay } from '#lib/site.ts';

import * as queries from './queries.ts';

const HOURS_A_DAY = 24;
/** The rest is for codes: these always go out. */
const SHARE = 0.9;
/** So many times as fast as the day what members wait for may use the share up. */
const PACE = 2;
/** The largest that PostgreSQL compares with the count. */
const NO_LIMIT = 2 ** 31 - 1;

/** @returns how many emails may have gone out by an hour of the day for one more of this priority: a whole number */
function shareOf(priority: number, perDay: number, hour: number): number {
  const pace = priority === 1 ? PACE : 1;
  return Math.floor(perDay * SHARE * Math.min(1, (pace * (hour + 1)) / HOURS_A_DAY));
}

type Counting = Pick<Services, 'db' | 'config' | 'now'>;

/** @returns how many went out today; null where there is no cap */
export async function countToday({ db, config, now }: Counting): Promise<number | null> {
  return config.emailsPerDay === null ? null : queries.findCount(db, regionDay(now()));
}

/** @returns the priority up to which deliveries go out by a channel now: those after it wait */
export async function lastPriority(services: Counting, channel: Channel): Promise<number> {
  const { emailsPerDay } = services.config;
  const count = channel === 'email' ? await countToday(services) : null;
  if (emailsPerDay === null || count === null) return Infinity;
  const [hour] = regionClock(services.now());
  if (count < shareOf(2, emailsPerDay, hour)) return Infinity;
  return count < shareOf(1, emailsPerDay, hour) ? 1 : 0;
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
  const share = priority === 0 ? NO_LIMIT : shareOf(priority, config.emailsPerDay, hour);
  if (share === 0 || !(await queries.raiseCount(db, day, share))) return null;
  return {
    // Without the database it counts as sent: a place less does no harm.
    giveBack: () => queries.lowerCount(db, day).catch(() => undefined),
  };
}
