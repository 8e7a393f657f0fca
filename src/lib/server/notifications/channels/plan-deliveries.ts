// Plans the deliveries of a notification besides the bell.
import {
  type Channel as ChannelName,
  CHANNELS,
  isOffered,
} from '#lib/contract/notifications/notification-kinds.ts';
import { detailsOf } from '#lib/server/notifications/inbox/words.ts';
import { isMessage, messageOf } from '#lib/server/notifications/news/messages.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, MemberNotificationTable } from '#lib/server/platform/db/schema.ts';
import { queueDeliveries, UNTRIED } from '#lib/server/platform/deliveries/queries.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import type { Channel, Heard, Planned, Reach } from './channel.ts';
import { EMAIL } from './email/channel.ts';
import { PUSH } from './push/channel.ts';
import type { Choices } from './reach-queries.ts';
import { findReach } from './reach.ts';
import { SMS } from './sms/channel.ts';

/** The implementations of the channels. */
export const BY_CHANNEL: Record<ChannelName, Channel<unknown>> = {
  email: EMAIL,
  push: PUSH,
  sms: SMS,
};

/** The services that notifying members needs. */
export type Notifier = Pick<Services, 'now' | 'sms'> & {
  /** the member who acted, or acted on behalf of another; null for the clock */
  causedBy: string | null;
};

/**
 * Plans the deliveries of an event to a member.
 * @param now milliseconds since 1970
 */
export const planDeliveries = (heard: Heard, reach: Reach, now: number): Planned[] =>
  CHANNELS.flatMap((channel) => BY_CHANNEL[channel].plan(heard, reach, now));

type Notified = Pick<MemberNotificationTable, 'id' | 'kind' | 'message' | 'details' | 'dedupe_key'>;

function toHeard(notified: Notified): Heard {
  const { kind, message, dedupe_key } = notified;
  const { day = null, booking } = detailsOf(notified);
  return {
    kind,
    message: message !== null && isMessage(message) ? message : null,
    dedupeKey: messageOf(message)?.onlyLatest ? `booking ${booking}` : dedupe_key,
    day,
  };
}

/**
 * Queues deliveries in the transaction of the notification.
 * @param choices of the recipients, for the notification's kind
 */
export async function queueDeliveriesOf(
  services: Notifier,
  tx: Executor,
  notified: Notified,
  choices: Choices,
): Promise<void> {
  const { id: notification_id, kind } = notified;
  if (choices.size === 0 || !CHANNELS.some((channel) => isOffered(kind, channel))) return;
  const now = services.now();
  const common = {
    ...UNTRIED,
    kind,
    notification_id,
    caused_by: services.causedBy,
    created_at: now,
  };
  const heard = toHeard(notified);
  const reached = await findReach(services, tx, choices, kind);
  const rows = [...reached].flatMap(([member_id, reach]) =>
    planDeliveries(heard, reach, now).map((planned) =>
      Object.assign({}, common, planned, { id: newId(), member_id }),
    ),
  );
  if (rows.length > 0) await queueDeliveries(tx, rows);
}
