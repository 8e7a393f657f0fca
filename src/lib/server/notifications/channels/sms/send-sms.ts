import { daysBetween } from '#lib/contract/days.ts';
import { toInternationalNumber } from '#lib/contract/phone-numbers.ts';
import { listPickups } from '#lib/server/notifications/channels/compose-queries.ts';
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
import { isRequestForReader, MESSAGES } from '#lib/server/notifications/news/messages.ts';
import { findNotification } from '#lib/server/notifications/queries.ts';
import { nameOf } from '#lib/server/notifications/service.ts';
import type { Services } from '#lib/server/platform/context.ts';
import {
  DeliveryPostponedError,
  type SendDelivery,
} from '#lib/server/platform/deliveries/delivery-worker.ts';
import { inLanguageOf } from '#lib/server/platform/member-language.ts';
import { hashNumber } from '#lib/server/platform/sms/numbers.ts';
import { regionDay } from '#lib/site.ts';

import { askNumber, mayWrite } from './ask-number.ts';
import { countSms, type Weight } from './sms-limits.ts';
import { findPhone } from './sms-queries.ts';
import { isSmsMessage, writeSms } from './write-sms.ts';

/** An SMS as it may go out. */
interface Composed extends Weight {
  /** 09 and 9 digits */
  phone: string;
  /** the same, with the country's code */
  to: string;
  text: string;
}

/** @returns null when it was read, is no news any more, or its member has no number that takes SMS */
async function composeSms(services: Services, row: OfNotification): Promise<Composed | null> {
  const { db, now } = services;
  const { member_id, notification_id } = row;
  const phone = await findPhone(db, member_id);
  const to = phone && toInternationalNumber(phone);
  const notification = await findNotification(db, member_id, notification_id);
  if (!to || !notification || !isSmsMessage(notification.message)) return null;
  const { message } = notification;
  const details = detailsOf(notification);
  if (isRequestForReader(message, details)) return null;
  const subject = await findSubject(services, notification, member_id);
  if (isOutdated(notification, subject)) return null;
  const { pickup, booking } = subject;
  const others = details.more?.length ? await listPickups(db, details.more) : [];
  const all = [pickup ?? booking, ...others];
  const isAgreed = all.some((each) => (each?.agreed_at ?? null) !== null);
  // A request that is taken back leaves nothing to do. Who made it hears what became of it.
  const isAsker = (pickup ?? booking)?.requester_id === (details.person ?? member_id);
  const { callsOff: isOff = false, subject: about } = MESSAGES[message];
  if (isOff && !isAgreed && (!isAsker || details.inPlace)) return null;
  // The day of a shared truck may be another than the pickup's.
  const { material = '', machine = '', half = '', day = '', town } = { ...pickup, ...details };
  if (about && (!(material || machine) || !day)) return null;
  const { amount = null, unit = null } = pickup ?? {};
  const { every, more } = details;
  const what = { material, machine, half, amount, unit, day, every, more, town: town ?? null };
  const facts = {
    actor: nameOf(notification),
    person: notification.person ?? null,
    ...what,
  };
  return {
    phone,
    to,
    text: writeSms(message, facts),
    isSoon: day !== '' && daysBetween(regionDay(now()), day) <= 1,
    isAgreed: isOff && isAgreed,
  };
}

/**
 * Waits for the hours of SMS, or for the next day where enough were sent today.
 * @param count counts it; false where it may not be sent today
 * @returns false where it would be of no use then
 * @throws DeliveryPostponedError
 */
async function isDue(
  { now }: Services,
  row: OfNotification,
  { quiet }: Reach,
  count: () => Promise<boolean>,
): Promise<boolean> {
  const time = now();
  let due = smsTime(time, quiet);
  if (due === time && !(await count())) due = smsTime(endOfDay(time), quiet);
  if (due === null || due >= row.expires_at) return false;
  if (due > time) throw new DeliveryPostponedError(due);
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
  if (!composed) return 'outdated';
  const may = await mayWrite(services, row, composed);
  if (may === 'no') return 'outdated';
  const { phone, to, text } = composed;
  const end = Math.min(row.expires_at, endOfSmsDay(now()));
  const ttl = Math.max(1, Math.floor((end - now()) / 1000));
  const sent = { ...row, numberHash: hashNumber(services, phone) };
  const isDueAs = (id: string) =>
    isDue(services, row, reach, () => countSms(services, { ...sent, id }, composed));
  if (may === 'ask') return askNumber(services, row, { phone, to, ttl, isDueAs });
  if (!(await isDueAs(row.id))) return 'outdated';
  await sms.send({ id: row.id, to, text, ttl });
  return 'sent';
};
