// What of a notification goes out beside the bell: by which channels, and when. Pure: it reads no clock and no database.
import { daysBetween } from '#lib/contract/days.ts';
import {
  type Channel,
  CHANNELS,
  isOnByDefault,
  type NotificationKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import { regionClock, regionDay } from '#lib/site.ts';

import type { MessageName } from './messages.ts';

/** What happened. */
export interface Heard {
  kind: NotificationKind;
  /** null for words of staff */
  message: MessageName | null;
  dedupeKey: string | null;
  /** of the pickup, YYYY-MM-DD */
  day: string | null;
}

/** How a member may be reached, and wants to be. */
export interface Reach {
  /** what differs from the default, for the kind */
  choices: Partial<Record<Channel, boolean>>;
  /** hours of the region's day; both the same: there are none */
  quiet: { from: number; until: number };
  /** false where their address takes no email */
  takesEmail: boolean;
  /** the ids of their devices that take pushes */
  devices: string[];
  /** when an email of alerts was last sent, milliseconds since 1970 */
  alertsSentAt: number | null;
}

/** What is queued for a member. */
export type Planned = Pick<
  DeliveryTable,
  'channel' | 'priority' | 'device_id' | 'dedupe_key' | 'run_at' | 'expires_at'
>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** So many minutes of messages about a pickup are one email. */
const MESSAGES_MS = 15 * MINUTE_MS;
const EXPIRES_MS = 3 * DAY_MS;
const HOURS_A_DAY = 24;

/** These come through quiet hours where they are about today: somebody may be on the way. */
const CALLED_OFF: ReadonlySet<MessageName | null> = new Set<MessageName>([
  'pickup_calledOff',
  'pickup_ended',
  'pickup_deleted',
  'pickup_left',
]);

/** @returns when the region's day ends; milliseconds since 1970 */
export function endOfDay(time: number): number {
  const [hour, minute] = regionClock(time);
  return time - hour * HOUR_MS - minute * MINUTE_MS + DAY_MS;
}

/** @returns the time, or the end of the quiet hours that it is in; milliseconds since 1970 */
function afterQuiet(time: number, { from, until }: Reach['quiet']): number {
  const [hour, minute] = regionClock(time);
  const length = (until - from + HOURS_A_DAY) % HOURS_A_DAY;
  const since = (hour - from + HOURS_A_DAY) % HOURS_A_DAY;
  if (since >= length) return time;
  const end = time + (length - since) * HOUR_MS - minute * MINUTE_MS;
  return end - (end % MINUTE_MS);
}

/** @returns when it is of no use any more: after the day of a pickup, otherwise after some days */
function endOf({ day }: Heard, now: number): number {
  if (day === null) return now + EXPIRES_MS;
  return endOfDay(now) + Math.max(0, daysBetween(regionDay(now), day)) * DAY_MS;
}

/** @returns when an email is due, before quiet hours are looked at */
function emailTime({ kind }: Heard, { alertsSentAt }: Reach, now: number): number {
  if (kind === 'message') return now + MESSAGES_MS;
  return kind === 'alert' ? Math.max(now, (alertsSentAt ?? 0) + HOUR_MS) : now;
}

/** @returns the key by which a later one takes its place: of alerts one email tells of all */
const keyOf = ({ kind, dedupeKey }: Heard, channel: Channel): string | null =>
  channel === 'email' && kind === 'alert' ? 'alerts' : dedupeKey;

/**
 * Plans what goes out to a member of what happened.
 * @param now milliseconds since 1970
 */
export function planDeliveries(heard: Heard, reach: Reach, now: number): Planned[] {
  const isWanted = (channel: Channel) =>
    reach.choices[channel] ?? isOnByDefault(heard.kind, channel);
  const isForToday = CALLED_OFF.has(heard.message) && heard.day === regionDay(now);
  const plan = (channel: Channel, time: number, device_id: string | null): Planned => {
    const key = keyOf(heard, channel);
    return {
      channel,
      // After emails with codes.
      priority: heard.kind === 'staff' ? 2 : 1,
      device_id,
      dedupe_key: key && device_id ? `${key} ${device_id}` : key,
      run_at: isForToday ? time : afterQuiet(time, reach.quiet),
      expires_at: Math.max(endOf(heard, now), time + HOUR_MS),
    };
  };
  const by: Record<Channel, () => Planned[]> = {
    email: () => (reach.takesEmail ? [plan('email', emailTime(heard, reach, now), null)] : []),
    push: () => reach.devices.map((id) => plan('push', now, id)),
    sms: () => [],
  };
  return CHANNELS.filter(isWanted).flatMap((channel) => by[channel]());
}
