// Which appointments a reminder is due of. Each is claimed, so that only one server reminds.
import { addDays } from '#lib/contract/days.ts';
import { WITH_FIGURES } from '#lib/contract/exchange/subjects.ts';
import { SAME_WAY_DAYS } from '#lib/contract/exchange/trips.ts';
import { isTaken } from '#lib/server/exchange/appointments/own-queries.ts';
import { TAKES_PLACE_ON, takesPlaceBefore } from '#lib/server/exchange/appointments/queries.ts';
import type { Executor, StoredAppointment } from '#lib/server/platform/db/schema.ts';

/** Lists the agreed ones that take place on a day and were not reminded of yet. */
export const listUnreminded = (db: Executor, day: string, limit: number) =>
  db
    .selectFrom('appointments as k')
    .where('k.status', '=', 'agreed')
    // By the index: none is moved further.
    .where('k.day', '>=', addDays(day, -SAME_WAY_DAYS))
    .where('k.day', '<=', addDays(day, SAME_WAY_DAYS))
    .where(TAKES_PLACE_ON, '=', day)
    .where('k.reminded_at', 'is', null)
    .limit(limit)
    .select('k.id')
    .execute();

/** @returns the pickup, unless another server was first, or it was called off */
export const claimReminder = (db: Executor, id: string, now: number) =>
  db
    .updateTable('appointments')
    .set({ reminded_at: now })
    .where('id', '=', id)
    .where('status', '=', 'agreed')
    .where('reminded_at', 'is', null)
    .returningAll()
    .$castTo<StoredAppointment>()
    .executeTakeFirst();

/** Lists the requests that wait since a time, and whose members were reminded so often. */
export const listUnchased = (
  db: Executor,
  { chases, before }: { chases: number; before: number },
  limit: number,
) =>
  db
    .selectFrom('appointments as k')
    .where('k.status', '=', 'requested')
    .where((eb) => eb(eb.fn.coalesce('k.chases', eb.lit(0)), '=', chases))
    .where('k.created_at', '<=', before)
    // To what another has, its owner cannot agree.
    .where((eb) => eb.not(isTaken(eb)))
    .limit(limit)
    .select('k.id')
    .execute();

/** @returns the request, unless another server was first, or it waits no more */
export const claimChase = (db: Executor, id: string, chases: number) =>
  db
    .updateTable('appointments')
    .set({ chases: chases + 1 })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .where((eb) => eb(eb.fn.coalesce('chases', eb.lit(0)), '=', chases))
    .returningAll()
    .$castTo<StoredAppointment>()
    .executeTakeFirst();

/** Lists the agreed pickups that took place before a day, and whose members have not been reminded to report it. */
export const listUnreported = (db: Executor, before: string, limit: number) =>
  db
    .selectFrom('appointments as k')
    .where('k.subject', 'in', WITH_FIGURES)
    .where('k.status', '=', 'agreed')
    .where(takesPlaceBefore(before))
    .where('k.outcome_reminded_at', 'is', null)
    .limit(limit)
    .select('k.id')
    .execute();

/** @returns the pickup, unless another server was first */
export const claimOutcomeReminder = (db: Executor, id: string, now: number) =>
  db
    .updateTable('appointments')
    .set({ outcome_reminded_at: now })
    .where('id', '=', id)
    .where('status', '=', 'agreed')
    .where('outcome_reminded_at', 'is', null)
    .returningAll()
    .$castTo<StoredAppointment>()
    .executeTakeFirst();
