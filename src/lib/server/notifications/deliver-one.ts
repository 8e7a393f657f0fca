// Sends a queued delivery, with the facts of that moment. Notifications that were read, replaced or deleted in the
// meantime are not sent.
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import type { SendDelivery } from '#lib/server/platform/deliveries/delivery-worker.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { inLanguageOf } from '#lib/server/platform/member-language.ts';

import type { Facts, OfNotification, ToMember } from './channels/channel.ts';
import { DIGEST } from './channels/digest/channel.ts';
import { ALERTS_KEY, ALERTS_MS } from './channels/email/channel.ts';
import { sendEmail } from './channels/email/send-email.ts';
import { listUnreadAlerts } from './channels/facts-queries.ts';
import { findNews } from './channels/facts.ts';
import { BY_CHANNEL } from './channels/plan-deliveries.ts';
import { listSettings } from './channels/reach-queries.ts';
import { findNotification, type NotificationRow } from './inbox/queries.ts';

/** Unread alerts since the last email, except one. */
async function listOtherAlerts(
  { db }: Services,
  { member_id, notification_id, created_at }: OfNotification,
): Promise<NotificationRow[]> {
  const [settings] = await listSettings(db, [member_id]);
  const since = settings?.alerts_sent_at ?? created_at - ALERTS_MS;
  return listUnreadAlerts(db, member_id, { besideId: notification_id, since });
}

/** @returns the news of a delivery, even when its own notification was read or deleted; null when no news are left */
async function findFacts(services: Services, row: OfNotification): Promise<Facts | null> {
  const { member_id, notification_id, dedupe_key } = row;
  const own = await findNotification(services.db, member_id, notification_id);
  const others = dedupe_key === ALERTS_KEY ? await listOtherAlerts(services, row) : [];
  const found = [...(own ? [own] : []), ...others];
  const all = await Promise.all(found.map((each) => findNews(services, each, member_id)));
  const [first, ...rest] = all.filter((news) => news !== null);
  return first ? [first, ...rest] : null;
}

const isOfNotification = (row: DeliveryTable): row is OfNotification =>
  row.member_id !== null && row.kind !== null && row.notification_id !== null;

const isDigest = (row: DeliveryTable): row is ToMember => row.kind === 'digest';

/** Sends a queued delivery. */
export const deliverOne: SendDelivery = async (services, row) => {
  const { db, secrets } = services;
  if (isOfNotification(row)) {
    const channel = BY_CHANNEL[row.channel];
    const words = await inLanguageOf(db, row.member_id, async () => {
      const facts = await findFacts(services, row);
      return facts && channel.words(services, row, facts);
    });
    return words ? channel.send(services, row, words) : 'outdated';
  }
  if (isDigest(row)) {
    const words = await inLanguageOf(db, row.member_id, () => DIGEST.words(services, row, null));
    return words ? DIGEST.send(services, row, words) : 'outdated';
  }
  // An email to an address was written in its language when it was queued.
  const email = JSON.parse(secrets.decrypt('email', row.encrypted_payload ?? '')) as Email | null;
  return email ? sendEmail(services, row, email) : 'outdated';
};
