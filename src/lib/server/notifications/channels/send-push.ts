// What lies on a lock screen: a title and a town, nothing else that a member wrote.
import { townName } from '#lib/contract/exchange/listing-choices.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import type { PushPayload } from '#lib/contract/notifications/push-payload.ts';
import { countUnread, findNotification } from '#lib/server/notifications/queries.ts';
import { wordsOf } from '#lib/server/notifications/service.ts';
import type { Services } from '#lib/server/platform/context.ts';
import {
  DeliveryRejectedError,
  type SendDelivery,
} from '#lib/server/platform/deliveries/delivery-worker.ts';
import { inLanguageOf } from '#lib/server/platform/member-language.ts';
import type { PushMessage } from '#lib/server/platform/push/push-sender.ts';

import {
  detailsOf,
  findSubject,
  isOfNotification,
  isOutdated,
  type OfNotification,
  pathOf,
} from './delivery-facts.ts';
import { endOfDay } from './plan-deliveries.ts';
import { findPushDevice } from './push-devices/queries.ts';
import { sendToPushDevice, takeTurn } from './push-devices/send-to-push-device.ts';

/** Somebody waits, or it is gone soon: phones that sleep are woken. */
const URGENT: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  'pickup',
  'message',
  'alert',
]);

// The worker sends nothing that has expired.
const MIN_SECONDS = 60;

/** @returns how many seconds it is worth showing: an alert until the day is over */
function ttlOf({ kind, expires_at }: OfNotification, now: number): number {
  const end = kind === 'alert' ? Math.min(expires_at, endOfDay(now)) : expires_at;
  return Math.max(MIN_SECONDS, Math.floor((end - now) / 1000));
}

/** @returns null when the notification was read, replaced or deleted */
async function composePush(services: Services, row: OfNotification): Promise<PushPayload | null> {
  const { db } = services;
  const { member_id, notification_id, dedupe_key } = row;
  const notification = await findNotification(db, member_id, notification_id);
  const about = notification && (await findSubject(services, notification, member_id));
  if (!about || isOutdated(notification, about)) return null;
  const details = detailsOf(notification);
  const subject = notification.post_title ?? notification.guide_title ?? details.subject;
  const town = townName(about.pickup?.town ?? about.listing?.town ?? details.town ?? null);
  return {
    title: wordsOf(notification).title,
    body: [notification.person, subject, town].filter(Boolean).join(' · '),
    url: pathOf(notification, about.pickup),
    tag: dedupe_key ?? notification_id,
    unread: await countUnread(db, member_id),
  };
}

/** Sends a notification to a device of its member. A device whose browser has unsubscribed is deleted. */
export const sendPush: SendDelivery = async (services, row) => {
  if (!isOfNotification(row) || row.device_id === null) return 'outdated';
  const device = await findPushDevice(services.db, {
    id: row.device_id,
    member_id: row.member_id,
  });
  const payload =
    device && (await inLanguageOf(services.db, row.member_id, () => composePush(services, row)));
  if (!payload) return 'outdated';
  await takeTurn(services, device);
  const message: PushMessage = {
    text: JSON.stringify(payload),
    urgency: URGENT.has(row.kind) ? 'high' : 'normal',
    ttl: ttlOf(row, services.now()),
    topic: payload.tag,
  };
  const result = await sendToPushDevice(services, device, message);
  if (result === 'rejected') throw new DeliveryRejectedError('The push service rejected it.');
  return result === 'gone' ? 'outdated' : 'sent';
};
