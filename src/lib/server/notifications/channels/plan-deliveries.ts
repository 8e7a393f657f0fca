// What of a notification goes out beside the bell.
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

/** How notifications reach members. */
export const BY_CHANNEL: Record<ChannelName, Channel<unknown>> = {
  email: EMAIL,
  push: PUSH,
  sms: SMS,
};

/** What notifies members. */
export type Notifier = Pick<Services, 'now' | 'sms'> & {
  /** the member whose act it is, or who acts in their place; null when the clock did it */
  causedBy: string | null;
};

/**
 * Plans what goes out to a member of what happened.
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
 * Queues what goes out beside the bell, in the transaction of the notification.
 * @param choices of those who got it, for its kind
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
