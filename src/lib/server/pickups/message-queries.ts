import type { Executor, PickupMessageTable } from '#lib/server/db/schema.ts';

export const insertMessage = (db: Executor, message: PickupMessageTable) =>
  db.insertInto('pickup_messages').values(message).execute();

/** The newest first. */
export const listMessages = (db: Executor, pickupId: string, limit: number) =>
  db
    .selectFrom('pickup_messages')
    .where('pickup_id', '=', pickupId)
    .orderBy('id', 'desc')
    .limit(limit)
    .selectAll()
    .execute();
