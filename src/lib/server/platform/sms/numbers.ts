// The wishes of phone numbers' owners about SMS, stored by a keyed hash: they outlive the members with the number.
import { toInternationalNumber } from '#lib/contract/phone-numbers.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, SmsNumberTable } from '#lib/server/platform/db/schema.ts';

import { deleteUnusedNumbers, findNumber, upsertNumber } from './queries.ts';

type Known = Pick<Services, 'secrets' | 'now'>;

/** @param phone 09 and 9 digits @returns the keyed hash by which it is stored */
export const hashNumber = ({ secrets }: Pick<Services, 'secrets'>, phone: string): string =>
  secrets.sign('sms-number', phone);

/** Whether SMS may be sent to a number: `unproved` until its owner has agreed, or staff have met the owner. */
export type NumberState = 'unproved' | 'proved' | 'stopped';

/** @returns the state of a stored number */
export function stateOf(known: SmsNumberTable | undefined): NumberState {
  if (known && known.stopped_at !== null) return 'stopped';
  return known && known.proved_at !== null ? 'proved' : 'unproved';
}

/** Finds the stored state of a number. */
export const findNumberOf = (services: Known, db: Executor, phone: string) =>
  findNumber(db, hashNumber(services, phone));

/** Stores changes of a number's state, and its use. */
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

/** Records that staff entered a number in its owner's presence. A STOP stays. */
export async function noteSeen(services: Known, tx: Executor, phone: string): Promise<void> {
  if (toInternationalNumber(phone))
    await noteNumber(services, tx, phone, { proved_at: services.now() });
}

const YEAR_MS = 365 * 86_400_000;

/** Deletes the state of numbers that were unused for a year. */
export const forgetNumbers = ({ db, now }: Services) => deleteUnusedNumbers(db, now() - YEAR_MS);
