// An unconfirmed number first gets one SMS that asks for consent: members can enter anyone's number.
import type { OfNotification } from '#lib/server/notifications/channels/channel.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { DeliveryPostponedError } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { inLanguageOf } from '#lib/server/platform/member-language.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { findNumberOf, noteNumber, stateOf } from '#lib/server/platform/sms/numbers.ts';

import { writeQuestion } from './write-sms.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** @returns how long news wait for a reply from the number: a day, or while they are useful */
const endOfWait = ({ created_at, expires_at }: OfNotification, sentAt: number): number =>
  Math.min(Math.max(sentAt, created_at) + DAY_MS, expires_at - MINUTE_MS);

/**
 * Decides whether news may be sent to a number. After the question was sent, they wait for the reply for a day.
 * @returns `ask` when the question must be sent first
 * @throws DeliveryPostponedError
 */
export async function mayWrite(
  services: Services,
  row: OfNotification,
  { phone }: { phone: string },
): Promise<'yes' | 'ask' | 'no'> {
  const { db, now } = services;
  const known = await findNumberOf(services, db, phone);
  // The owner's decision is stored as long as there is something to send.
  if (known && known.used_at < now() - DAY_MS) await noteNumber(services, db, phone);
  const state = stateOf(known);
  if (state !== 'unproved') return state === 'proved' ? 'yes' : 'no';
  const sentAt = known?.question_sent_at ?? null;
  if (sentAt === null) return 'ask';
  const end = endOfWait(row, sentAt);
  if (now() >= end) return 'no';
  throw new DeliveryPostponedError(end);
}

/** @returns the id of the question to a number: concurrent news share one */
const findQuestion = (services: Services, phone: string): Promise<string> =>
  transact(services, { invalidates: [] }, async (tx) => {
    await noteNumber(services, tx, phone);
    const question_id = (await findNumberOf(services, tx, phone))?.question_id ?? newId();
    await noteNumber(services, tx, phone, { question_id });
    return question_id;
  });

/** The context in which a question is sent. */
interface Question {
  phone: string;
  to: string;
  ttl: number;
  /** @returns false when the news would be useless by then @throws DeliveryPostponedError */
  isDueAs: (id: string) => Promise<boolean>;
}

/**
 * Asks a number for consent, in the member's language, and postpones the news.
 * @throws DeliveryPostponedError, and errors of the gateway
 */
export async function askNumber(
  services: Services,
  row: OfNotification,
  { phone, to, ttl, isDueAs }: Question,
): Promise<'outdated'> {
  const { db, sms, now } = services;
  const id = await findQuestion(services, phone);
  if (!sms || !(await isDueAs(id))) return 'outdated';
  const text = await inLanguageOf(db, row.member_id, () => Promise.resolve(writeQuestion()));
  await sms.send({ id, to, text, ttl });
  const question_sent_at = now();
  await noteNumber(services, db, phone, { question_sent_at });
  throw new DeliveryPostponedError(endOfWait(row, question_sent_at));
}
