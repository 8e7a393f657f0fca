import { isNullOrNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import type { Executor, AppointmentMessageTable } from '#lib/server/platform/db/schema.ts';

export const insertMessage = (db: Executor, message: AppointmentMessageTable) =>
  db.insertInto('appointment_messages').values(message).execute();

export const findMessageByKey = (db: Executor, memberId: string, key: string) =>
  db
    .selectFrom('appointment_messages')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .select(['appointment_id', 'content'])
    .executeTakeFirst();

/** Lists messages of authors visible to the reader, newest first. */
export const listMessages = (db: Executor, readerId: string, pickupId: string, limit: number) =>
  db
    .selectFrom('appointment_messages')
    .where('appointment_id', '=', pickupId)
    .where(isNullOrNotBlocked(db, readerId, 'member_id'))
    .orderBy('id', 'desc')
    .limit(limit)
    .selectAll()
    .execute();
