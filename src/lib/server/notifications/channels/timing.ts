// When deliveries are sent: never in quiet hours, and not once they are useless.
import { daysBetween } from '#lib/contract/days.ts';
import { type Channel, isOnByDefault } from '#lib/contract/notifications/notification-kinds.ts';
import { messageOf } from '#lib/server/notifications/news/messages.ts';
import type { Priority } from '#lib/server/platform/db/schema.ts';
import { PRIORITY } from '#lib/server/platform/deliveries/queries.ts';
import { regionClock, regionDay } from '#lib/site.ts';

import type { Heard, Planned, Reach } from './channel.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const EXPIRES_MS = 3 * DAY_MS;
const HOURS_A_DAY = 24;

/** @returns the end of the region's day; milliseconds since 1970 */
export function endOfDay(time: number): number {
  const [hour, minute] = regionClock(time);
  return time - hour * HOUR_MS - minute * MINUTE_MS + DAY_MS;
}

/** @returns the time, or the end of the quiet hours it falls in; milliseconds since 1970 */
export function afterQuiet(time: number, { from, until }: Reach['quiet']): number {
  const [hour, minute] = regionClock(time);
  const length = (until - from + HOURS_A_DAY) % HOURS_A_DAY;
  const since = (hour - from + HOURS_A_DAY) % HOURS_A_DAY;
  if (since >= length) return time;
  const end = time + (length - since) * HOUR_MS - minute * MINUTE_MS;
  return end - (end % MINUTE_MS);
}

/** Whether a member wants this kind of news by a channel. */
export const isWanted = ({ kind }: Heard, { choices }: Reach, channel: Channel): boolean =>
  choices[channel] ?? isOnByDefault(kind, channel);

/** @returns the time, or the end of quiet hours; news that call off an appointment of today ignore them */
export function dueTime(
  { message, day }: Heard,
  { quiet }: Reach,
  time: number,
  now: number,
): number {
  const isForToday = messageOf(message)?.callsOff === true && day === regionDay(now);
  return isForToday ? time : afterQuiet(time, quiet);
}

/** @returns the priority among deliveries of the same day */
function priorityOf({ kind, day }: Heard, due: number): Priority {
  if (kind === 'staff') return PRIORITY.words;
  const isOfAppointment = kind === 'pickup' || kind === 'message';
  return isOfAppointment && day === regionDay(due) ? PRIORITY.today : PRIORITY.news;
}

/** @returns when the news become useless: after the day of a pickup or listing, otherwise after some days */
function endOf({ day }: Heard, now: number): number {
  if (day === null) return now + EXPIRES_MS;
  return endOfDay(now) + Math.max(0, daysBetween(regionDay(now), day)) * DAY_MS;
}

/** @param time the time without quiet hours @returns the delivery to queue */
export const toPlanned = (
  channel: Channel,
  heard: Heard,
  { due, time, now }: { due: number; time: number; now: number },
): Planned => ({
  channel,
  priority: priorityOf(heard, due),
  device_id: null,
  dedupe_key: heard.dedupeKey,
  run_at: due,
  expires_at: Math.max(endOf(heard, now), time + HOUR_MS),
});
