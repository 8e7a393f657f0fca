import type { Executor, PickupTable } from '#lib/server/db/schema.ts';

/** Lists the agreed ones of a day that were not reminded of yet. */
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
    .returningAll()
    .executeTakeFirst();

/** Lists the pickups with a status whose day is before another. */
export const listDue = (
  db: Executor,
  status: PickupTable['status'],
  before: string,
  limit: number,
) =>
  db
    .selectFrom('pickups')
    .where('status', '=', status)
    .where('day', '<', before)
    .limit(limit)
    .select('id')
    .execute();
