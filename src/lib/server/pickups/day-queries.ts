import type { Executor } from '#lib/server/db/schema.ts';

/** The agreed ones of a day whose members were not requested whether they still come. */
export const listUnreminded = (db: Executor, day: string, limit: number) =>
  db
    .selectFrom('pickups')
    .where('status', '=', 'agreed')
    .where('day', '=', day)
    .where('reminded_at', 'is', null)
    .limit(limit)
    .select('id')
    .execute();

/** @returns the pickup, unless another server was first, or it was called off */
export const claimReminder = (db: Executor, id: string, now: number) =>
  db
    .updateTable('pickups')
    .set({ reminded_at: now })
    .where('id', '=', id)
    .where('status', '=', 'agreed')
    .where('reminded_at', 'is', null)
    .returning(['id', 'post_id', 'owner_id', 'requester_id'])
    .executeTakeFirst();

/** Lists the requests whose day is over. */
export const listPastRequests = (db: Executor, today: string, limit: number) =>
  db
    .selectFrom('pickups')
    .where('status', '=', 'requested')
    .where('day', '<', today)
    .limit(limit)
    .select('id')
    .execute();

/** Ends a request whose day is over. @returns undefined when another server did so, or one of the two was faster */
export const claimPastRequest = (
  db: Executor,
  { id, today }: { id: string; today: string },
  now: number,
) =>
  db
    .updateTable('pickups')
    .set({ status: 'called_off', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .where('day', '<', today)
    .returning(['id', 'post_id', 'requester_id'])
    .executeTakeFirst();
