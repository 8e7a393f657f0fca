import { daysBetween } from '#lib/contract/days.ts';
import { toInternationalNumber } from '#lib/contract/phone-numbers.ts';
import type { Channel, OfNotification, Reach } from '#lib/server/notifications/channels/channel.ts';
import { listAppointments } from '#lib/server/notifications/channels/facts-queries.ts';
import type { News } from '#lib/server/notifications/channels/facts.ts';
import { listChoices } from '#lib/server/notifications/channels/reach-queries.ts';
import { findReach } from '#lib/server/notifications/channels/reach.ts';
import { endOfDay, toPlanned } from '#lib/server/notifications/channels/timing.ts';
import { nameOf } from '#lib/server/notifications/inbox/words.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { DeliveryPostponedError } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { hashNumber } from '#lib/server/platform/sms/numbers.ts';
import { regionDay } from '#lib/site.ts';

import { askNumber, mayWrite } from './ask-number.ts';
import { endOfSmsDay, smsTime, takesSms } from './sms-hours.ts';
import { countSms, type Weight } from './sms-limits.ts';
import { findPhone } from './sms-queries.ts';
import { isSmsMessage, writeSms } from './write-sms.ts';

/** An SMS, ready to be sent. */
interface Composed extends Weight {
  /** 09 and 9 digits */
  phone: string;
  text: string;
}

/** Whether any of the appointments was agreed. */
async function isOfAgreed({ db }: Services, { appointment, details }: News): Promise<boolean> {
  const others = details.more?.length ? await listAppointments(db, details.more) : [];
  return [appointment, ...others].some((each) => (each?.agreed_at ?? null) !== null);
}

/**
 * Waits for the hours in which SMS are sent, or for the next day when today's limit is reached.
 * @param count counts the SMS; false when it cannot be sent today
 * @returns false when the SMS would be useless by then
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

/** To members whom no other channel reaches, or who chose SMS. */
export const SMS: Channel<Composed> = {
  plan(heard, reach, now) {
    const due = smsTime(now, reach.quiet);
    if (due === null || !isSmsMessage(heard.message) || !takesSms(reach, now)) return [];
    const planned = toPlanned('sms', heard, { due, time: now, now });
    return due < planned.expires_at ? [planned] : [];
  },

  async words(services, { member_id }, [news]) {
    const { notification, message, details, appointment, pickup } = news;
    const name = notification.message;
    const phone = await findPhone(services.db, member_id);
    // A request that a steward made on the reader's behalf needs no reply.
    const isToReply = !(details.inPlace && message?.digest === 'requests');
    if (!phone || !message || !isSmsMessage(name) || !isToReply) return null;
    const isAgreed = await isOfAgreed(services, news);
    // The owner need not know of a withdrawn request. The requester learns the outcome.
    const isAsker = appointment?.requester_id === (details.person ?? member_id);
    if (message.callsOff && !isAgreed && (!isAsker || details.inPlace)) return null;
    // A shared truck may move the pickup to another day.
    const { material = '', day = '', town = null } = { ...pickup, ...details };
    const { machine, half, every, more } = details;
    if (message.subject && (!(material || machine) || !day)) return null;
    const { amount = null, unit = null } = pickup ?? {};
    const who = { actor: nameOf(notification), person: notification.person ?? null };
    const what = { material, machine, half, amount, unit, day, every, more, town };
    return {
      phone,
      text: writeSms(name, { ...who, ...what }),
      isSoon: day !== '' && daysBetween(regionDay(services.now()), day) <= 1,
      isAgreed: message.callsOff === true && isAgreed,
    };
  },

  /** Skips the SMS if another channel reaches the member by now. */
  async send(services, row, composed) {
    const { db, sms, now } = services;
    const { phone, text } = composed;
    const to = toInternationalNumber(phone);
    const choices = await listChoices(db, [row.member_id], row.kind);
    const reach = (await findReach(services, db, choices, row.kind)).get(row.member_id);
    if (!sms || !to || !reach || !takesSms(reach, now())) return 'outdated';
    const may = await mayWrite(services, row, composed);
    if (may === 'no') return 'outdated';
    const end = Math.min(row.expires_at, endOfSmsDay(now()));
    const ttl = Math.max(1, Math.floor((end - now()) / 1000));
    const sent = { ...row, numberHash: hashNumber(services, phone) };
    const isDueAs = (id: string) =>
      isDue(services, row, reach, () => countSms(services, { ...sent, id }, composed));
    if (may === 'ask') return askNumber(services, row, { phone, to, ttl, isDueAs });
    if (!(await isDueAs(row.id))) return 'outdated';
    await sms.send({ id: row.id, to, text, ttl });
    return 'sent';
  },
};
