// Queries of appointments that are near, or wait for a member.
import { type ExpressionBuilder, sql } from 'kysely';

import { WITH_FIGURES } from '#lib/contract/exchange/subjects.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, AppointmentTable, Schema } from '#lib/server/platform/db/schema.ts';

import { appointmentsOf, isTaken } from './own-queries.ts';
import { type DaysToCome, hasStarted, TAKES_PLACE_ON } from './queries.ts';

const agreedFrom = precompiled(
  (db, { memberId, from }: { memberId: string; from: string }, limit: number) =>
    appointmentsOf(db, memberId)
      .where(TAKES_PLACE_ON, '>=', from)
      .where('k.status', '=', 'agreed')
      .orderBy(TAKES_PLACE_ON)
      .orderBy('k.id')
      .limit(sql.lit(limit)),
);

/** Lists agreed appointments from a day on, next first. */
export const listAgreedFrom = (db: Executor, memberId: string, from: string, limit: number) =>
  agreedFrom(db, { memberId, from }, limit);

/** Filters requests. */
interface RequestsOf {
  /** the member who receives the requests */
  ownerId: string;
  /** the first day, inclusive */
  from: string;
  /** null for all posts of the owner */
  postId: string | null;
}

const areRequests =
  ({ ownerId, from, postId }: RequestsOf) =>
  (eb: ExpressionBuilder<Schema & { k: AppointmentTable }, 'k'>) =>
    eb.and([
      eb('k.owner_id', '=', ownerId),
      eb('k.status', '=', 'requested'),
      eb('k.day', '>=', from),
      ...(postId === null ? [] : [eb('k.post_id', '=', postId)]),
    ]);

const requested = precompiled(
  (db, values: RequestsOf, { isOfPost, limit }: { isOfPost: boolean; limit: number }) => {
    const { ownerId, from, postId } = values;
    return appointmentsOf(db, ownerId)
      .where(areRequests({ ownerId, from, postId: isOfPost ? postId : null }))
      .orderBy('k.day')
      .orderBy('k.id')
      .limit(sql.lit(limit));
  },
);

/** Lists requests of others, next first. */
export const listRequests = (db: Executor, requests: RequestsOf, limit: number) =>
  requested(db, requests, { isOfPost: requests.postId !== null, limit });

export async function countRequests(db: Executor, requests: RequestsOf): Promise<number> {
  const { count } = await db
    .selectFrom('appointments as k')
    .where(areRequests(requests))
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
