// What the owner of a number wants of SMS. It is known by a keyed hash: it outlives the members who give the number.
import { toInternationalNumber } from '#lib/contract/phone-numbers.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, SmsNumberTable } from '#lib/server/platform/db/schema.ts';

import { deleteUnusedNumbers, findNumber, upsertNumber } from './queries.ts';

type Known = Pick<Services, 'secrets' | 'now'>;

/** @param phone 09 and 9 digits @returns by what the database knows it */
export const hashNumber = ({ secrets }: Pick<Services, 'secrets'>, phone: string): string =>
  secrets.sign('sms-number', phone);

/** Whether the site may write to a number: `unproved` until its owner has agreed, or staff have seen them with it. */
export type NumberState = 'unproved' | 'proved' | 'stopped';

/** @returns the state of what is known of a number */
export function stateOf(known: SmsNumberTable | undefined): NumberState {
  if (known && known.stopped_at !== null) return 'stopped';
  return known && known.proved_at !== null ? 'proved' : 'unproved';
}

/** Finds what is known of a number. */
export const findNumberOf = (services: Known, db: Executor, phone: string) =>
  findNumber(db, hashNumber(services, phone));

/** Notes what is new of a number, and that it is used. */
export const noteNumber = (
  services: Known,
  tx: Executor,
  phone: string,
  changes: Partial<SmsNumberTable> = {},
) =>
  upsertNumber(tx, {
    ...changes,
    number_hash: hashNumber(services, phone),
    used_at: services.now(),
  });

/** Notes that staff entered a number with its owner before them. A STOP stays. */
export async function noteSeen(services: Known, tx: Executor, phone: string): Promise<void> {
  if (toInternationalNumber(phone))
    await noteNumber(services, tx, phone, { proved_at: services.now() });
}

const YEAR_MS = 365 * 86_400_000;

/** Forgets the numbers to which the site had nothing to write for a year. */
export const forgetNumbers = ({ db, now }: Services) => deleteUnusedNumbers(db, now() - YEAR_MS);
