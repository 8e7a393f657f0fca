// Which pickups a reminder is due of. Each is claimed, so that only one server reminds.
import type { Executor } from '#lib/server/platform/db/schema.ts';

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

/** Lists the requests that wait since a time, and whose members were reminded so often. */
export const listUnchased = (
  db: Executor,
  { chases, before }: { chases: number; before: number },
  limit: number,
) =>
  db
    .selectFrom('pickups')
    .where('status', '=', 'requested')
    .where((eb) => eb(eb.fn.coalesce('chases', eb.lit(0)), '=', chases))
    .where('created_at', '<=', before)
    .limit(limit)
    .select('id')
    .execute();

/** @returns the request, unless another server was first, or it waits no more */
export const claimChase = (db: Executor, id: string, chases: number) =>
  db
    .updateTable('pickups')
    .set({ chases: chases + 1 })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .where((eb) => eb(eb.fn.coalesce('chases', eb.lit(0)), '=', chases))
    .returningAll()
    .executeTakeFirst();

/** Lists the agreed pickups of before a day whose members have not been reminded to report it. */
export const listUnreported = (db: Executor, before: string, limit: number) =>
  db
    .selectFrom('pickups')
    .where('status', '=', 'agreed')
    .where('day', '<', before)
    .where('outcome_reminded_at', 'is', null)
    .limit(limit)
    .select('id')
    .execute();

/** @returns the pickup, unless another server was first */
export const claimOutcomeReminder = (db: Executor, id: string, now: number) =>
  db
    .updateTable('pickups')
    .set({ outcome_reminded_at: now })
    .where('id', '=', id)
    .where('status', '=', 'agreed')
    .where('outcome_reminded_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
