// Queries of appointments that are near, or wait for a member.
import { type ExpressionBuilder, sql } from 'kysely';

import { WITH_FIGURES } from '#lib/contract/exchange/subjects.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, AppointmentTable, Schema } from '#lib/server/platform/db/schema.ts';

import { appointmentsOf, isTaken } from './own-queries.ts';
import { type DaysToCome, hasStarted, TAKES_PLACE_ON } from './queries.ts';

/** A member, and the first day, inclusive. */
interface From {
  memberId: string;
  from: string;
}

const areRequests =
  ({ memberId, from }: From) =>
  (eb: ExpressionBuilder<Schema & { k: AppointmentTable }, 'k'>) =>
    eb.and([
      eb('k.owner_id', '=', memberId),
      eb('k.status', '=', 'requested'),
      eb('k.day', '>=', from),
    ]);

const agreedOrRequested = precompiled((db, { memberId, from }: From, limit: number) => {
  const agreed = appointmentsOf(db, memberId)
    .where(TAKES_PLACE_ON, '>=', from)
    .where('k.status', '=', 'agreed')
    .orderBy(TAKES_PLACE_ON)
    .orderBy('k.id')
    .limit(sql.lit(limit));
  const requests = appointmentsOf(db, memberId)
    .where(areRequests({ memberId, from }))
    .orderBy('k.day')
    .orderBy('k.id')
    .limit(sql.lit(limit));
  // SQLite limits only the whole of a union, unless its parts are subqueries.
  const both = db
    .selectFrom(agreed.as('k'))
    .selectAll()
    .unionAll(db.selectFrom(requests.as('k')).selectAll());
  return db.selectFrom(both.as('k')).selectAll().orderBy(TAKES_PLACE_ON).orderBy('k.id');
});

/**
 * Lists agreed appointments from a day on, and requests of others, next first, in one statement.
 * @param limit of each of the two
 */
export const listAgreedOrRequested = (db: Executor, of: From, limit: number) =>
  agreedOrRequested(db, of, limit);

export async function countRequests(db: Executor, of: From): Promise<number> {
  const { count } = await db
    .selectFrom('appointments as k')
    .where(areRequests(of))
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The boundaries between past and future. */
export interface ToCome extends DaysToCome {
  today: string;
}

/** Whether the owner of an appointment `k` can agree to it: it is requested, not over, and free. */
export const canBeAgreedTo =
  (toCome: ToCome) => (eb: ExpressionBuilder<Schema & { k: AppointmentTable }, 'k'>) =>
    eb.and([eb('k.status', '=', 'requested'), eb.not(hasStarted(toCome)(eb)), eb.not(isTaken(eb))]);

interface ToDo extends ToCome {
  memberId: string;
}

const toDo = precompiled((db, { memberId, today, morning, afternoon }: ToDo) =>
  db
    .selectFrom('appointments as k')
    .where((eb) => {
      const isOver = eb.and([
        eb('k.subject', 'in', WITH_FIGURES),
        eb('k.status', '=', 'agreed'),
        eb(TAKES_PLACE_ON, '<', today),
      ]);
      const isNew = canBeAgreedTo({ today, morning, afternoon })(eb);
      const ofOwner = eb.or([isNew, eb.and([isOver, eb('k.owner_result', 'is', null)])]);
      const ofRequester = eb.and([isOver, eb('k.requester_result', 'is', null)]);
      return eb.or([
        eb.and([eb('k.owner_id', '=', memberId), ofOwner]),
        eb.and([eb('k.requester_id', '=', memberId), ofRequester]),
      ]);
    })
    .select((eb) => eb.fn.countAll<string | number>().as('count')),
);

/**
 * Counts what waits for the member: requests that can be agreed to, and past pickups to report. Trips never wait:
 * members join and leave them on their own.
 */
export async function countToDo(db: Executor, of: ToDo): Promise<number> {
  const [found] = await toDo(db, of);
  return Number(found?.count ?? 0);
}
