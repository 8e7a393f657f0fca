// Appointments for half days of machines.
import { type ExpressionBuilder, sql } from 'kysely';

import { HUNDREDTHS } from '#lib/contract/exchange/machines.ts';
import { OPEN_STATUSES } from '#lib/contract/exchange/pickups.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type {
  AppointmentTable,
  Executor,
  HalfDayAppointment,
  HalfDayTable,
  Schema,
} from '#lib/server/platform/db/schema.ts';

import { appointmentsOf } from './own-queries.ts';

/** Whether what an appointment `k` needs is not free: another has it, or the machine is away. */
export const isTaken = (eb: ExpressionBuilder<Schema & { k: AppointmentTable }, 'k'>) =>
  eb.exists(
    eb
      .selectFrom('half_days as h')
      .leftJoin('appointments as o', 'o.id', 'h.appointment_id')
      .leftJoin('machines as c', 'c.post_id', 'h.post_id')
      .whereRef('h.post_id', '=', 'k.post_id')
      .whereRef('h.day', '=', 'k.day')
      .where((half) =>
        half.or([
          half('h.half', '=', half.ref('k.half')),
          half('k.whole_day', '=', 1),
          half('o.whole_day', '=', 1),
          // It makes one trip a day by now.
          half.and([half('c.unit', '=', 'trip'), half('c.a_day', '=', HUNDREDTHS)]),
        ]),
      )
      .select('h.day'),
  );

/** The appointments of a member for half days. */
const halfDaysOf = (db: Executor, memberId: string) =>
  appointmentsOf(db, memberId)
    .where('k.subject', '=', 'half_day')
    .select((eb) => isTaken(eb).as('is_taken'))
    .$narrowType<
      Pick<HalfDayAppointment, 'subject' | 'unit' | 'machine' | 'half' | 'whole_day' | 'work'>
    >();

export type HalfDayRow = NonNullable<Awaited<ReturnType<typeof findHalfDay>>>;

/** Finds a member's appointment for a half day. */
export const findHalfDay = (db: Executor, memberId: string, id: string) =>
  halfDaysOf(db, memberId).where('k.id', '=', id).executeTakeFirst();

/** @returns the id of a member's appointment for a half day that has not ended; null when there is none */
export async function findOpenHalfDay(
  db: Executor,
  memberId: string,
  { post_id, day, half }: Pick<HalfDayTable, 'post_id' | 'day' | 'half'>,
): Promise<string | null> {
  const found = await db
    .selectFrom('appointments')
    .where('post_id', '=', post_id)
    .where('day', '=', day)
    // A whole day may be requested by a half of it.
    .where((eb) => eb.or([eb('half', '=', half), eb('whole_day', '=', 1)]))
    .where('requester_id', '=', memberId)
    .where('status', 'in', OPEN_STATUSES)
    .select('id')
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Lists a member's appointments for half days, the newest first. */
export const listAllHalfDays = (db: Executor, memberId: string, { cursor, limit }: ListQuery) =>
  halfDaysOf(db, memberId)
    .$if(cursor !== null, (query) => query.where('k.id', '<', cursor ?? ''))
    .orderBy('k.id', 'desc')
    .limit(limit)
    .execute();

const MOST = 50;

const halfDays = precompiled(
  (db, { memberId, today }: { memberId: string; today: string }, isOpen: boolean) =>
    halfDaysOf(db, memberId)
      .where((eb) => {
        const toCome = eb.and([eb('k.status', 'in', OPEN_STATUSES), eb('k.day', '>=', today)]);
        return isOpen ? toCome : eb.not(toCome);
      })
      // What is agreed is never pushed out by what others request.
      .$if(isOpen, (query) => query.orderBy('k.status'))
      .orderBy('k.day', isOpen ? 'asc' : 'desc')
      // Mornings first.
      .orderBy('k.half', isOpen ? 'desc' : 'asc')
      .orderBy('k.id')
      .limit(sql.lit(MOST)),
);

/** Lists a member's appointments for half days from a day on that have not ended, the next first; or the others, the last first. */
export const listHalfDays = (db: Executor, memberId: string, isOpen: boolean, today: string) =>
  halfDays(db, { memberId, today }, isOpen);
