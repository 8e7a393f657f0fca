// Push messages appear on lock screens: they contain a title and a town, and no other text by members.
import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import type { PushPayload } from '#lib/contract/notifications/push-payload.ts';
import type { Channel, OfNotification } from '#lib/server/notifications/channels/channel.ts';
import { pathOf } from '#lib/server/notifications/channels/facts.ts';
import {
  dueTime,
  endOfDay,
  isWanted,
  toPlanned,
} from '#lib/server/notifications/channels/timing.ts';
import { countUnread } from '#lib/server/notifications/inbox/queries.ts';
import { wordsOf } from '#lib/server/notifications/inbox/words.ts';
import { messageOf } from '#lib/server/notifications/news/messages.ts';
import { DeliveryRejectedError } from '#lib/server/platform/deliveries/delivery-worker.ts';

import { findPushDevice } from './queries.ts';
import { sendToPushDevice, takeTurn } from './send-to-push-device.ts';

/** Someone waits, or the news expires soon: sleeping phones are woken. */
const URGENT: ReadonlySet<NotificationKind> = new Set(['pickup', 'message', 'alert']);

// The worker never sends expired messages.
const MIN_SECONDS = 60;

/** @returns for how many seconds the message is useful: an alert until the day is over */
function ttlOf({ kind, expires_at }: OfNotification, now: number): number {
  const end = kind === 'alert' ? Math.min(expires_at, endOfDay(now)) : expires_at;
  return Math.max(MIN_SECONDS, Math.floor((end - now) / 1000));
}

/** To each device of a member. */
export const PUSH: Channel<PushPayload> = {
  plan(heard, reach, now) {
    const isSent = messageOf(heard.message)?.push !== false;
    if (!isSent || !isWanted(heard, reach, 'push')) return [];
    const due = dueTime(heard, reach, now, now);
    const planned = toPlanned('push', heard, { due, time: now, now });
    const { dedupe_key: key } = planned;
    return reach.devices.map((device_id) => ({
      ...planned,
      device_id,
      dedupe_key: key && `${key} ${device_id}`,
    }));
  },

  async words({ db }, { member_id, notification_id, dedupe_key }, [news]) {
    const { notification, details, pickup, listing } = news;
    const subject = notification.post_title ?? notification.guide_title ?? details.subject;
    const town = townName(pickup?.town ?? listing?.town ?? details.town ?? null);
    return {
      title: wordsOf(notification).title,
      body: [notification.person, subject, town].filter(Boolean).join(' · '),
      url: pathOf(notification, pickup),
      tag: dedupe_key ?? notification_id,
      unread: await countUnread(db, member_id),
    };
  },

  /** A device whose browser has unsubscribed is deleted. */
  async send(services, row, payload) {
    const { device_id: id, member_id } = row;
    const device = id === null ? null : await findPushDevice(services.db, { id, member_id });
    if (!device) return 'outdated';
    await takeTurn(services, device);
    const result = await sendToPushDevice(services, device, {
      text: JSON.stringify(payload),
      urgency: URGENT.has(row.kind) ? 'high' : 'normal',
      ttl: ttlOf(row, services.now()),
      topic: payload.tag,
    });
    if (result === 'rejected') throw new DeliveryRejectedError('The push service rejected it.');
    return result === 'gone' ? 'outdated' : 'sent';
  },
};
