// What of a notification goes out beside the bell: by which channels, and when. The plan is pure: it reads no clock and no database.
import { daysBetween } from '#lib/contract/days.ts';
import {
  type Channel,
  CHANNELS,
  isOffered,
  isOnByDefault,
  type NotificationKind,
  QUIET_HOURS,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { Details } from '#lib/server/notifications/news/message.ts';
import { isMessage, type MessageName, messageOf } from '#lib/server/notifications/news/messages.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type {
  DeliveryTable,
  Executor,
  MemberNotificationTable,
  Priority,
} from '#lib/server/platform/db/schema.ts';
import { PRIORITY, queueDeliveries } from '#lib/server/platform/deliveries/queries.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionClock, regionDay } from '#lib/site.ts';

import { type Choices, listReach, takesEmail } from './reach-queries.ts';
import { isSmsMessage } from './sms/write-sms.ts';

/** What happened. */
export interface Heard {
  kind: NotificationKind;
  /** null for words of staff */
  message: MessageName | null;
  dedupeKey: string | null;
  /** of the pickup, or the listing's last: YYYY-MM-DD */
  day: string | null;
}

/** How a member may be reached, and wants to be. */
export interface Reach {
  /** what differs from the default, for the kind */
  choices: Partial<Record<Channel, boolean>>;
  /** hours of the region's day; both the same: there are none */
  quiet: { from: number; until: number };
  /** whether the site sends SMS */
  hasSms: boolean;
  /** when they last opened a link of an email, milliseconds since 1970 */
  emailPressedAt: number | null;
  /** false where they have no address, or it takes no email */
  takesEmail: boolean;
  /** the ids of their devices that take pushes */
  devices: string[];
  /** when an email of alerts was last sent, milliseconds since 1970 */
  alertsSentAt: number | null;
}

/** What notifies members. */
export type Notifier = Pick<Services, 'now' | 'sms'> & {
  /** the member whose act it is, or who acts in their place; null when the clock did it */
  causedBy: string | null;
};

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

/** @returns what comes first on the day on which it goes out */
function priorityOf({ kind, day }: Heard, due: number): Priority {
  if (kind === 'staff') return PRIORITY.words;
  const isOfAppointment = kind === 'pickup' || kind === 'message';
  return isOfAppointment && day === regionDay(due) ? PRIORITY.today : PRIORITY.news;
}

/** An email that was pressed so lately shows that emails are read. */
const READS_EMAILS_MS = 30 * DAY_MS;

/** Between these hours no SMS goes out, whatever a member's quiet hours are. */
const SMS_NIGHT = { from: 20, until: 6 };

/** @returns when the region's day ends; milliseconds since 1970 */
export function endOfDay(time: number): number {
  const [hour, minute] = regionClock(time);
  return time - hour * HOUR_MS - minute * MINUTE_MS + DAY_MS;
}

/** @returns the time, or the end of the quiet hours that it is in; milliseconds since 1970 */
export function afterQuiet(time: number, { from, until }: Reach['quiet']): number {
  const [hour, minute] = regionClock(time);
  const length = (until - from + HOURS_A_DAY) % HOURS_A_DAY;
  const since = (hour - from + HOURS_A_DAY) % HOURS_A_DAY;
  if (since >= length) return time;
  const end = time + (length - since) * HOUR_MS - minute * MINUTE_MS;
  return end - (end % MINUTE_MS);
}

/** Whether a member without a choice gets SMS: while neither a phone of theirs shows notifications nor emails are read. */
export const getsSmsByDefault = (
  { hasDevice, emailPressedAt }: { hasDevice: boolean } & Pick<Reach, 'emailPressedAt'>,
  now: number,
): boolean => !hasDevice && (emailPressedAt === null || emailPressedAt < now - READS_EMAILS_MS);

/** Whether SMS go to a member now. */
export const takesSms = (reach: Reach, now: number): boolean =>
  reach.hasSms &&
  (reach.choices.sms ?? getsSmsByDefault({ ...reach, hasDevice: reach.devices.length > 0 }, now));

/** @returns the first time from `time` on at which an SMS may go out; null where quiet hours leave none */
export function smsTime(time: number, quiet: Reach['quiet']): number | null {
  let due = time;
  // Where the one ends in the other, the other's end may be in the one once more.
  for (let nth = 0; nth < 2; nth += 1) due = afterQuiet(afterQuiet(due, SMS_NIGHT), quiet);
  return afterQuiet(due, SMS_NIGHT) === due ? due : null;
}

/** @returns until when an SMS of now may go out, milliseconds since 1970 */
export const endOfSmsDay = (now: number): number =>
  endOfDay(now) - (HOURS_A_DAY - SMS_NIGHT.from) * HOUR_MS;

/** @returns when it is of no use any more: after the day of a pickup or a listing, otherwise after some days */
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
  const message = messageOf(heard.message);
  const isWanted = (channel: Channel) =>
    channel === 'sms'
      ? isSmsMessage(heard.message) && takesSms(reach, now)
      : message?.[channel] !== null &&
        message?.[channel] !== false &&
        (reach.choices[channel] ?? isOnByDefault(heard.kind, channel));
  const isForToday = message?.callsOff === true && heard.day === regionDay(now);
  const plan = (channel: Channel, time: number, device_id: string | null): Planned => {
    const key = keyOf(heard, channel);
    const run_at = isForToday ? time : afterQuiet(time, reach.quiet);
    return {
      channel,
      priority: priorityOf(heard, run_at),
      device_id,
      dedupe_key: key && device_id ? `${key} ${device_id}` : key,
      run_at,
      expires_at: Math.max(endOf(heard, now), time + HOUR_MS),
    };
  };
  const by: Record<Channel, () => Planned[]> = {
    email: () => (reach.takesEmail ? [plan('email', emailTime(heard, reach, now), null)] : []),
    push: () => reach.devices.map((id) => plan('push', now, id)),
    sms: () => {
      const due = smsTime(now, reach.quiet);
      const planned = plan('sms', now, null);
      if (due === null || due >= planned.expires_at) return [];
      return [{ ...planned, priority: priorityOf(heard, due), run_at: due }];
    },
  };
  return CHANNELS.filter(isWanted).flatMap((channel) => by[channel]());
}

type Notified = Pick<MemberNotificationTable, 'id' | 'kind' | 'message' | 'details' | 'dedupe_key'>;

function toHeard({ kind, message, details, dedupe_key }: Notified): Heard {
  const { day = null, booking } = JSON.parse(details ?? '{}') as Details;
  return {
    kind,
    message: message !== null && isMessage(message) ? message : null,
    dedupeKey: messageOf(message)?.onlyLatest ? `booking ${booking}` : dedupe_key,
    day,
  };
}

/**
 * @param choices the members, with what they chose for the kind
 * @returns those who may want to hear of it beside the bell, each with how they are reached
 */
export async function findReach(
  { sms }: Pick<Services, 'sms'>,
  tx: Executor,
  choices: Choices,
  kind: Notified['kind'],
): Promise<Map<string, Reach>> {
  // Few kinds go out unless a member says otherwise: of the others, most members need no look.
  const wanting = [...choices.keys()].filter((memberId) =>
    CHANNELS.some((channel) => choices.get(memberId)?.[channel] ?? isOnByDefault(kind, channel)),
  );
  if (wanting.length === 0) return new Map();
  const rows = Map.groupBy(await listReach(tx, wanting), (row) => row.member_id);
  const reachOf = (memberId: string): Reach => {
    const devices = rows.get(memberId) ?? [];
    const [own] = devices;
    return {
      choices: choices.get(memberId) ?? {},
      quiet: {
        from: own?.quiet_from ?? QUIET_HOURS.from,
        until: own?.quiet_until ?? QUIET_HOURS.until,
      },
      hasSms: sms !== null,
      emailPressedAt: own?.email_pressed_at ?? null,
      takesEmail: takesEmail(own),
      devices: devices.flatMap(({ device_id }) => device_id ?? []),
      alertsSentAt: own?.alerts_sent_at ?? null,
    };
  };
  return new Map(wanting.map((memberId) => [memberId, reachOf(memberId)]));
}

/**
 * Queues what goes out beside the bell, in the transaction of the notification.
 * @param choices of those who got it, for its kind
 */
export async function queueDeliveriesOf(
  services: Notifier,
  tx: Executor,
  notified: Notified,
  choices: Choices,
): Promise<void> {
  if (choices.size === 0 || !CHANNELS.some((channel) => isOffered(notified.kind, channel))) return;
  const { now, causedBy } = services;
  const reached = await findReach(services, tx, choices, notified.kind);
  const heard = toHeard(notified);
  const rows = [...reached].flatMap(([member_id, reach]) =>
    planDeliveries(heard, reach, now()).map((planned) =>
      Object.assign(planned, {
        id: newId(),
        member_id,
        kind: notified.kind,
        notification_id: notified.id,
        encrypted_payload: null,
        caused_by: causedBy,
        created_at: now(),
        attempts: 0,
        tried: 0,
        failed_at: null,
        failure: null,
      }),
    ),
  );
  if (rows.length > 0) await queueDeliveries(tx, rows);
}
