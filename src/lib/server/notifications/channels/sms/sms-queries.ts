import type { Executor, SmsSendTable } from '#lib/server/platform/db/schema.ts';
import { PRIORITY } from '#lib/server/platform/deliveries/queries.ts';

/** Finds the number of a member who may get SMS: one who is not disabled. It is the one they sign in with, without another. */
export async function findPhone(db: Executor, memberId: string): Promise<string | null> {
  const member = await db
    .selectFrom('members')
    .where('id', '=', memberId)
    .where('disabled_at', 'is', null)
    .select(['contact_phone', 'sign_in_phone'])
    .executeTakeFirst();
  return member?.contact_phone ?? member?.sign_in_phone ?? null;
}

/** Counts the SMS since a time: to a number or its member, by the same cause, and all. */
export const countSends = (
  db: Executor,
  { member_id, number_hash, caused_by }: Omit<SmsSendTable, 'delivery_id' | 'sent_at'>,
  since: number,
) =>
  db
    .selectFrom('sms_sends')
    .where('sent_at', '>=', since)
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('site'),
      fn
        .countAll<number>()
        // A family has one phone, and a steward gives theirs for several people: it is the phone that rings.
        .filterWhere(eb.or([eb('number_hash', '=', number_hash), eb('member_id', '=', member_id)]))
        .as('phone'),
      fn.countAll<number>().filterWhere('caused_by', '=', caused_by).as('cause'),
    ])
    .executeTakeFirstOrThrow();

/** Whether a delivery was counted: it is being sent again. */
export const isCounted = async (db: Executor, deliveryId: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('sms_sends')
      .where('delivery_id', '=', deliveryId)
      .select('delivery_id')
      .executeTakeFirst(),
  );

export const insertSend = (db: Executor, row: SmsSendTable) =>
  db.insertInto('sms_sends').values(row).execute();

/** Notes a STOP or START. @returns false when it came before */
export const insertStop = async (
  db: Executor,
  row: { event_key: string; received_at: number },
): Promise<boolean> =>
  Boolean(
    await db
      .insertInto('sms_stops')
      .values(row)
      .onConflict((conflict) => conflict.column('event_key').doNothing())
      .returning('event_key')
      .executeTakeFirst(),
  );

/** The members with a phone number: there may be several. */
const membersByPhone = (db: Executor, phone: string) =>
  db
    .selectFrom('members')
    .where((eb) => eb.or([eb('contact_phone', '=', phone), eb('sign_in_phone', '=', phone)]))
    .select('id');

/** Lets what waits for the word of a number go out now. */
export const releaseWaiting = (db: Executor, phone: string, now: number) =>
  db
    .updateTable('deliveries')
    // A worker that is about to put it off has it no more.
    .set((eb) => ({ run_at: now, attempts: eb('attempts', '+', 1) }))
    .where('channel', '=', 'sms')
    .where('failed_at', 'is', null)
    .where('member_id', 'in', membersByPhone(db, phone))
    .execute();

/** Notes that the gateway was heard. */
export const noteHeard = (db: Executor, heardAt: number) =>
  db
    .updateTable('sms_gateway')
    .set({ heard_at: heardAt })
    .where((eb) => eb.or([eb('heard_at', 'is', null), eb('heard_at', '<', heardAt)]))
    .execute();

/**
 * Counts an SMS among those that were rejected. The gateway had taken it, so its delivery is gone, unless the response was lost
 * and it waits for another try.
 * @returns false for what was not sent from here, or was counted before
 */
export async function noteFailed(db: Executor, id: string, now: number): Promise<boolean> {
  const send = await db
    .selectFrom('sms_sends')
    .where('delivery_id', '=', id)
    .select(['member_id', 'sent_at'])
    .executeTakeFirst();
  if (!send) return false;
  const { member_id, sent_at: created_at } = send;
  const row = await db
    .insertInto('deliveries')
    .values({
      id,
      channel: 'sms',
      priority: PRIORITY.news,
      tried: 1,
      member_id,
      created_at,
      run_at: now,
      expires_at: now,
      attempts: 1,
      failed_at: now,
      failure: 'rejected',
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ failed_at: now, failure: 'rejected' })
        .where('deliveries.failed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes what limits of a day do not need any more, and STOPs that no gateway repeats any more. */
export async function deleteOldSms(db: Executor, before: number): Promise<void> {
  await db.deleteFrom('sms_sends').where('sent_at', '<', before).execute();
  await db.deleteFrom('sms_stops').where('received_at', '<', before).execute();
}
