import type { Executor, SmsSendTable } from '#lib/server/platform/db/schema.ts';
import { PRIORITY } from '#lib/server/platform/deliveries/queries.ts';

/** Finds the phone number of an enabled member: the contact number, or else that for logging in. */
export async function findPhone(db: Executor, memberId: string): Promise<string | null> {
  const member = await db
    .selectFrom('members')
    .where('id', '=', memberId)
    .where('disabled_at', 'is', null)
    .select(['contact_phone', 'sign_in_phone'])
    .executeTakeFirst();
  return member?.contact_phone ?? member?.sign_in_phone ?? null;
}

/** Counts SMS since a time: to a number or its member, by the same cause, and in all. */
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
        // Families share a phone, and stewards give theirs for several people: the limit protects the phone.
        .filterWhere(eb.or([eb('number_hash', '=', number_hash), eb('member_id', '=', member_id)]))
        .as('phone'),
      fn.countAll<number>().filterWhere('caused_by', '=', caused_by).as('cause'),
    ])
    .executeTakeFirstOrThrow();

/** Whether a delivery was counted: this is a retry. */
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

/** Records a STOP or START. @returns false when it was already recorded */
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

/** Releases deliveries that wait for the reply of a number. */
export const releaseWaiting = (db: Executor, phone: string, now: number) =>
  db
    .updateTable('deliveries')
    // Invalidates the lease of a worker that is about to postpone the delivery.
    .set((eb) => ({ run_at: now, attempts: eb('attempts', '+', 1) }))
    .where('channel', '=', 'sms')
    .where('failed_at', 'is', null)
    .where('member_id', 'in', membersByPhone(db, phone))
    .execute();

/** Records that the gateway was heard. */
export const noteHeard = (db: Executor, heardAt: number) =>
  db
    .updateTable('sms_gateway')
    .set({ heard_at: heardAt })
    .where((eb) => eb.or([eb('heard_at', 'is', null), eb('heard_at', '<', heardAt)]))
    .execute();

/**
 * Counts an SMS as rejected. The gateway had accepted it, so its delivery is gone, unless the response was lost and
 * the delivery waits for a retry.
 * @returns false for an unknown id, or one that was counted
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

/** Deletes counts that daily limits no longer need, and STOPs that no gateway repeats any more. */
export async function deleteOldSms(db: Executor, before: number): Promise<void> {
  await db.deleteFrom('sms_sends').where('sent_at', '<', before).execute();
  await db.deleteFrom('sms_stops').where('received_at', '<', before).execute();
}
