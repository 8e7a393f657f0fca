// What waits for a member, or is soon.
import { type ExpressionBuilder, sql } from 'kysely';

import { type DaysToCome, isHalfDayOver, isTaken } from '#lib/server/exchange/machines/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, PickupTable, Schema } from '#lib/server/platform/db/schema.ts';

import { pickupsOf } from './queries.ts';
import { TAKES_PLACE_ON } from './queries.ts';

const agreed = precompiled(
  (db, { memberId, from }: { memberId: string; from: string }, limit: number) =>
    pickupsOf(db, memberId)
      .where(TAKES_PLACE_ON, '>=', from)
      .where('k.status', '=', 'agreed')
      .orderBy(TAKES_PLACE_ON)
      .orderBy('k.id')
      .limit(sql.lit(limit)),
);

/** Those that are agreed and take place from a day on, the next first. */
export const listAgreedPickups = (db: Executor, memberId: string, from: string, limit: number) =>
  agreed(db, { memberId, from }, limit);

/** Which requests. */
interface RequestsOf {
  /** of whom they are requested */
  ownerId: string;
  /** the first day */
  from: string;
  /** null for all posts of the owner */
  postId: string | null;
}

const areRequests =
  ({ ownerId, from, postId }: RequestsOf) =>
  (eb: ExpressionBuilder<Schema & { k: PickupTable }, 'k'>) =>
    eb.and([
      eb('k.owner_id', '=', ownerId),
      eb('k.status', '=', 'requested'),
      eb('k.day', '>=', from),
      ...(postId === null ? [] : [eb('k.post_id', '=', postId)]),
    ]);

const requested = precompiled(
  (db, values: RequestsOf, { isOfPost, limit }: { isOfPost: boolean; limit: number }) => {
    const { ownerId, from, postId } = values;
    return pickupsOf(db, ownerId)
      .where(areRequests({ ownerId, from, postId: isOfPost ? postId : null }))
      .orderBy('k.day')
      .orderBy('k.id')
      .limit(sql.lit(limit));
  },
);

/** Those that others request, the next first. */
export const listRequests = (db: Executor, requests: RequestsOf, limit: number) =>
  requested(db, requests, { isOfPost: requests.postId !== null, limit });

export async function countRequests(db: Executor, requests: RequestsOf): Promise<number> {
  const { count } = await db
    .selectFrom('pickups as k')
    .where(areRequests(requests))
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface ToDo extends DaysToCome {
  memberId: string;
  today: string;
}

const pickupsToDo = (db: Executor, { memberId, today }: ToDo) =>
  db
    .selectFrom('pickups as k')
    .where((eb) => {
      const isOver = eb.and([eb('k.status', '=', 'agreed'), eb(TAKES_PLACE_ON, '<', today)]);
      const isNew = eb.and([eb('k.status', '=', 'requested'), eb('k.day', '>=', today)]);
      const ofOwner = eb.or([isNew, eb.and([isOver, eb('k.owner_result', 'is', null)])]);
      const ofRequester = eb.and([isOver, eb('k.requester_result', 'is', null)]);
      return eb.or([
        eb.and([eb('k.owner_id', '=', memberId), ofOwner]),
        eb.and([eb('k.requester_id', '=', memberId), ofRequester]),
      ]);
    })
    .select((eb) => eb.fn.countAll<string | number>().as('count'));

const bookingsToDo = (db: Executor, { memberId, morning, afternoon }: ToDo) =>
  db
    .selectFrom('bookings as b')
    .where('b.owner_id', '=', memberId)
    .where('b.status', '=', 'requested')
    // To these they cannot agree.
    .where((eb) => eb.not(eb.or([isHalfDayOver({ morning, afternoon })(eb), isTaken(eb)])))
    .select((eb) => eb.fn.countAll<string | number>().as('count'));

const toDo = precompiled((db, of: ToDo) =>
  db.selectNoFrom([pickupsToDo(db, of).as('pickups'), bookingsToDo(db, of).as('bookings')]),
);

/**
 * Counts what waits for the member: pickups to respond to, bookings that can be agreed to, and pickups to report that are over. Of a trip
 * nothing waits: who joins or leaves does so by their own press.
 */
export async function countToDo(db: Executor, of: ToDo): Promise<number> {
  const [counts] = await toDo(db, of);
  return Number(counts?.pickups ?? 0) + Number(counts?.bookings ?? 0);
}
