import { toInternationalNumber } from '#lib/contract/phone-numbers.ts';
import {
  detailsOf,
  findSubject,
  isOfNotification,
  isOutdated,
  type OfNotification,
} from '#lib/server/notifications/channels/delivery-facts.ts';
import {
  endOfDay,
  endOfSmsDay,
  findReach,
  type Reach,
  smsTime,
  takesSms,
} from '#lib/server/notifications/channels/plan-deliveries.ts';
import { listChoices } from '#lib/server/notifications/channels/reach-queries.ts';
import { isRequestForReader } from '#lib/server/notifications/messages.ts';
import { findNotification } from '#lib/server/notifications/queries.ts';
import { nameOf } from '#lib/server/notifications/service.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import {
  DeliveryPostponedError,
  type SendDelivery,
} from '#lib/server/platform/deliveries/delivery-worker.ts';
import { inLanguageOf } from '#lib/server/platform/member-language.ts';
import type { Sms } from '#lib/server/platform/sms/sms-sender.ts';

import { isOfAppointment, isSmsMessage, writeSms } from './sms-news.ts';
import { countSends, findPhone, insertSend, isCounted, listMembersByPhone } from './sms-queries.ts';

/** Networks end SIM cards that send many, and a phone that rings all day is turned off. */
export const SMS_LIMITS = { phone: 3, site: 200 };

const DAY_MS = 86_400_000;

/**
 * Counts an SMS of the region's day, over all servers: those of a database take turns. One that is sent again counts once.
 * @returns whether it may be sent today
 */
export const countSms = (
  services: Services,
  { id, member_id }: { id: string; member_id: string },
): Promise<boolean> =>
  transact(services, { invalidates: [] }, async (tx) => {
    await lockRows(tx, 'sms_gateway', ['gateway']);
    if (await isCounted(tx, id)) return true;
    const sent_at = services.now();
    const phone = await findPhone(tx, member_id);
    // A family has one phone, and a steward gives theirs for several people: it is the phone that rings.
    const sharing = phone === null ? [] : await listMembersByPhone(tx, phone);
    const ids = [member_id, ...sharing.map(({ id: other }) => other)];
    const counts = await countSends(tx, ids, endOfDay(sent_at) - DAY_MS);
    if (counts.phone >= SMS_LIMITS.phone || counts.site >= SMS_LIMITS.site) return false;
    await insertSend(tx, { delivery_id: id, member_id, sent_at });
    return true;
  });

/** @returns null when it was read, is no news any more, or its member has no number that takes SMS */
async function composeSms(
  services: Services,
  row: OfNotification,
): Promise<Pick<Sms, 'to' | 'text'> | null> {
  const { db } = services;
  const { member_id, notification_id } = row;
  const phone = await findPhone(db, member_id);
  const to = phone && toInternationalNumber(phone);
  const notification = await findNotification(db, member_id, notification_id);
  if (!to || !notification || !isSmsMessage(notification.message)) return null;
  if (isRequestForReader(notification.message, detailsOf(notification))) return null;
  const subject = await findSubject(services, notification, member_id);
  if (isOutdated(notification, subject)) return null;
  const { pickup } = subject;
  const {
    material = '',
    machine = '',
    half = '',
    day = '',
    town,
  } = {
    ...pickup,
    // The day of a shared truck may be another than the pickup's.
    ...detailsOf(notification),
  };
  if (isOfAppointment(notification.message) && (!(material || machine) || !day)) return null;
  const { amount = null, unit = null } = pickup ?? {};
  const { every, more } = detailsOf(notification);
  const what = { material, machine, half, amount, unit, day, every, more, town: town ?? null };
  const facts = {
    actor: nameOf(notification),
    person: notification.person ?? null,
    ...what,
  };
  return { to, text: writeSms(notification.message, facts) };
}

/**
 * Waits for the hours of SMS, or for the next day where enough were sent today.
 * @returns false where it would be of no use then
 * @throws DeliveryPostponedError
 */
async function isDue(services: Services, row: OfNotification, reach: Reach): Promise<boolean> {
  const now = services.now();
  let due = smsTime(now, reach.quiet);
  if (due === now && !(await countSms(services, row))) due = smsTime(endOfDay(now), reach.quiet);
  if (due === null || due >= row.expires_at) return false;
  if (due > now) throw new DeliveryPostponedError(due);
  return true;
}

/** Sends a notification to the phone of its member, unless something else reaches them by now. */
export const sendSms: SendDelivery = async (services, row) => {
  const { db, sms, now } = services;
  if (!sms || !isOfNotification(row)) return 'outdated';
  const choices = await listChoices(db, [row.member_id], row.kind);
  const reach = (await findReach(services, db, choices, row.kind)).get(row.member_id);
  if (!reach || !takesSms(reach, now())) return 'outdated';
  const composed = await inLanguageOf(db, row.member_id, () => composeSms(services, row));
  if (!composed || !(await isDue(services, row, reach))) return 'outdated';
  const end = Math.min(row.expires_at, endOfSmsDay(now()));
  const ttl = Math.max(1, Math.floor((end - now()) / 1000));
  await sms.send({ id: row.id, ...composed, ttl });
  return 'sent';
};
