// Lists due reminders. Each is claimed, so that only one server sends it.
import { addDays } from '#lib/contract/days.ts';
import { WITH_FIGURES } from '#lib/contract/exchange/subjects.ts';
import { SAME_ROUTE_DAYS } from '#lib/contract/exchange/trips.ts';
import { isTaken } from '#lib/server/exchange/appointments/own-queries.ts';
import { TAKES_PLACE_ON, takesPlaceBefore } from '#lib/server/exchange/appointments/queries.ts';
import type { Executor, StoredAppointment } from '#lib/server/platform/db/schema.ts';

/** Lists agreed appointments on a day without a reminder yet. */
export const listUnreminded = (db: Executor, day: string, limit: number) =>
  db
    .selectFrom('appointments as k')
    .where('k.status', '=', 'agreed')
    // Uses the index: a pickup is moved by a limited number of days.
    .where('k.day', '>=', addDays(day, -SAME_ROUTE_DAYS))
    .where('k.day', '<=', addDays(day, SAME_ROUTE_DAYS))
    .where(TAKES_PLACE_ON, '=', day)
    .where('k.reminded_at', 'is', null)
    .limit(limit)
    .select('k.id')
    .execute();

/** @returns the appointment, unless another server was first, or it was called off */
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

/** Lists requests that have waited since a time, with this number of reminders so far. */
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
    // The owner cannot agree to a half day that is taken.
    .where((eb) => eb.not(isTaken(eb)))
    .limit(limit)
    .select('k.id')
    .execute();

/** @returns the request, unless another server was first, or it no longer waits */
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

/** Lists agreed pickups before a day whose members were not reminded to report the outcome. */
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
