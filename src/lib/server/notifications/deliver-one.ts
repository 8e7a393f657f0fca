import type { Services } from '#lib/server/platform/context.ts';
// What a queued delivery becomes when it is sent: of the facts as they are then. What was read, replaced or deleted before is
// not sent.
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import type { SendDelivery } from '#lib/server/platform/deliveries/delivery-worker.ts';
import type { Email } from '#lib/server/platform/email/templates.ts';
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

/** Alerts that were not read since the last email, beside one. */
async function listOtherAlerts(
  { db }: Services,
  { member_id, notification_id, created_at }: OfNotification,
): Promise<NotificationRow[]> {
  const [settings] = await listSettings(db, [member_id]);
  const since = settings?.alerts_sent_at ?? created_at - ALERTS_MS;
  return listUnreadAlerts(db, member_id, { besideId: notification_id, since });
}

/** @returns what a delivery tells of, also where its own notification was read or deleted; null where nothing is news any more */
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

/** Sends what is queued. */
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
  // To an address, which was written in its own language before.
  const email = JSON.parse(secrets.decrypt('email', row.encrypted_payload ?? '')) as Email | null;
  return email ? sendEmail(services, row, email) : 'outdated';
};
