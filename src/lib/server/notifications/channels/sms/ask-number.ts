// A number that is not proved gets one SMS first, which asks whether the site may write: anyone can give a stranger's.
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

/** @returns how long news wait for the word of a number: a day, or for as long as they are of use */
const endOfWait = ({ created_at, expires_at }: OfNotification, sentAt: number): number =>
  Math.min(Math.max(sentAt, created_at) + DAY_MS, expires_at - MINUTE_MS);

/**
 * Decides whether news may go to a number. Once it has the question, they wait for its word for a day.
 * @returns `ask` where the question comes first
 * @throws DeliveryPostponedError
 */
export async function mayWrite(
  services: Services,
  row: OfNotification,
  { phone }: { phone: string },
): Promise<'yes' | 'ask' | 'no'> {
  const { db, now } = services;
  const known = await findNumberOf(services, db, phone);
  // What its owner wants is stored while there is something to write to it.
  if (known && known.used_at < now() - DAY_MS) await noteNumber(services, db, phone);
  const state = stateOf(known);
  if (state !== 'unproved') return state === 'proved' ? 'yes' : 'no';
  const sentAt = known?.question_sent_at ?? null;
  if (sentAt === null) return 'ask';
  const end = endOfWait(row, sentAt);
  if (now() >= end) return 'no';
  throw new DeliveryPostponedError(end);
}

/** @returns the id of the question to a number: of two news at the same time, both have the same */
const findQuestion = (services: Services, phone: string): Promise<string> =>
  transact(services, { invalidates: [] }, async (tx) => {
    await noteNumber(services, tx, phone);
    const question_id = (await findNumberOf(services, tx, phone))?.question_id ?? newId();
    await noteNumber(services, tx, phone, { question_id });
    return question_id;
  });

/** What a question goes out with. */
interface Question {
  phone: string;
  to: string;
  ttl: number;
  /** @returns false where the news would be of no use by then @throws DeliveryPostponedError */
  isDueAs: (id: string) => Promise<boolean>;
}

/**
 * Asks a number whether the site may write, in the language of its member, and puts the news off.
 * @throws DeliveryPostponedError, and those of the gateway
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
