import { sql } from 'kysely';

import { OPEN_STATUSES } from '#lib/contract/exchange/appointments.ts';
import { TAKES_PLACE_ON } from '#lib/server/exchange/appointments/queries.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import type {
  Executor,
  AmountAppointment,
  TripStopTable,
  TripTable,
} from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

// More than that no one compares.
const MAX_NEAR = 20;

/** Trips `r` with the pickup `k` of the driver `m`, who is null once disabled. */
const trips = (db: Executor) =>
  db
    .selectFrom('trips as r')
    .innerJoin('appointments as k', 'k.id', 'r.appointment_id')
    .leftJoin('members as m', (join) =>
      join.onRef('m.id', '=', 'r.driver_id').on('m.disabled_at', 'is', null),
    )
    .selectAll('r')
    .select(TAKES_PLACE_ON.as('day'))
    .select(['k.status', 'k.vehicle', 'm.contact_phone'])
    .select(['k.updated_at as pickup_updated_at', 'k.sequence'])
    .select(MEMBER_COLUMNS)
    .select((eb) =>
      eb
        .selectFrom('trip_stops as s')
        .whereRef('s.trip_id', '=', 'r.id')
        .select(eb.fn.countAll().as('count'))
        .as('stops'),
    );

/** A trip, with its driver. */
export type TripRow = Awaited<ReturnType<typeof listNearTrips>>[number];

export const findTrip = (db: Executor, id: string) =>
  trips(db).where('r.id', '=', id).executeTakeFirst();

/** The same, unless a block hides the driver from the viewer, or from who acts in their place. */
export const findVisibleTrip = (
  db: Executor,
  { viewerId, stewardId }: Pick<Search, 'viewerId' | 'stewardId'>,
  id: string,
) =>
  trips(db)
    .where('r.id', '=', id)
    .where(isNotBlocked(db, viewerId, 'r.driver_id'))
    .where(isNotBlocked(db, stewardId, 'r.driver_id'))
    .executeTakeFirst();

/** Finds the trip that a pickup is the driver's of, unless it was called off. */
export const findOpenTripOf = (db: Executor, pickupId: string) =>
  trips(db)
    .where('r.appointment_id', '=', pickupId)
    .where('r.ended_at', 'is', null)
    .executeTakeFirst();

/** Whether a pickup has come with a shared truck, which may have been called off. */
export const hadTrip = async (db: Executor, pickupId: string): Promise<boolean> => {
  const query = db.selectFrom('trips').where('appointment_id', '=', pickupId).select('id');
  return (await query.executeTakeFirst()) !== undefined;
};

/** The trips of a member, as driver or stop, unless a block hides the driver. */
const tripsOf = (db: Executor, memberId: string) =>
  trips(db)
    .where(isNotBlocked(db, memberId, 'r.driver_id'))
    .where((eb) =>
      eb.or([
        eb('r.driver_id', '=', memberId),
        eb(
          'r.id',
          'in',
          eb
            .selectFrom('trip_stops as own')
            .where('own.member_id', '=', memberId)
            .where('own.trip_id', 'is not', null)
            .select('own.trip_id')
            .$castTo<{ trip_id: string }>(),
        ),
      ]),
    );

// More than a calendar shows.
const MOST = 200;

/** Lists a member's trips from a day on that took place or will. */
export const listForCalendar = (db: Executor, memberId: string, from: string) =>
  tripsOf(db, memberId)
    .where('r.ended_at', 'is', null)
    .where('k.status', 'in', ['agreed', 'done'])
    .where(TAKES_PLACE_ON, '>=', from)
    .orderBy(TAKES_PLACE_ON)
    .orderBy('r.id')
    .limit(MOST)
    .execute();

/** What is looked for: the towns at both ends, the days, and by whom. */
export interface Search {
  viewerId: string;
  /** who acts in the viewer's place: none is found with whom they have nothing to do */
  stewardId: string | null;
  from: string[];
  to: string[];
  days: string[];
  today: string;
}

/** Lists the trips of others with room that go the same way, the next first. */
export const listNearTrips = (
  db: Executor,
  { viewerId, stewardId, from, to, days, today }: Search,
) =>
  trips(db)
    .where('r.ended_at', 'is', null)
    .where('r.from_town', 'in', from)
    .where('r.to_town', 'in', to)
    .where(TAKES_PLACE_ON, 'in', days)
    .where(TAKES_PLACE_ON, '>=', today)
    // Once both have reported, no load joins.
    .where('k.status', '=', 'agreed')
    .where('m.id', 'is not', null)
    .where('r.driver_id', '<>', viewerId)
    .where('r.amount_left', '>', 0)
    .where(isNotBlocked(db, viewerId, 'r.driver_id'))
    .where(isNotBlocked(db, stewardId, 'r.driver_id'))
    .orderBy(TAKES_PLACE_ON)
    .orderBy('r.id')
    .limit(MAX_NEAR)
    .execute();

/** The pickups of others that go the same way and look for room. */
const nearLooking = (db: Executor, { viewerId, stewardId, from, to, days, today }: Search) =>
  db
    .selectFrom('trip_stops as s')
    .innerJoin('appointments as k', 'k.id', 's.appointment_id')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .where('s.trip_id', 'is', null)
    .where('s.from_town', 'in', from)
    .where('s.to_town', 'in', to)
    .where('k.day', 'in', days)
    .where(TAKES_PLACE_ON, '>=', today)
    .where('k.status', 'in', OPEN_STATUSES)
    .where('m.disabled_at', 'is', null)
    .where('s.member_id', '<>', viewerId)
    .where(isNotBlocked(db, viewerId, 's.member_id'))
    .where(isNotBlocked(db, stewardId, 's.member_id'));

/** Counts those who look for room, by their towns. */
export const countNearLooking = (db: Executor, search: Search) =>
  nearLooking(db, search)
    .groupBy(['s.from_town', 's.to_town'])
    .select(['s.from_town', 's.to_town'])
    .select((eb) => eb.fn.count('s.member_id').distinct().as('count'))
    .orderBy('s.from_town')
    .orderBy('s.to_town')
    .execute();

// Each of them hears of a truck.
const MAX_HEARING = 50;

/** Lists the pickups that look for room and may take place on a truck's day, the longest waiting first. */
export const listNearLooking = (
  db: Executor,
  search: Search,
  truckDay: string,
): Promise<AmountAppointment[]> =>
  nearLooking(db, search)
    .leftJoin('listings as l', 'l.post_id', 'k.post_id')
    .where((eb) =>
      eb.or([
        eb('k.day', '=', truckDay),
        // As `daysToShare` has it.
        eb.and([
          eb('k.of_round', 'is', null),
          eb(eb.fn.coalesce('l.ready_on', eb.val(truckDay)), '<=', truckDay),
          eb('l.until', '>=', truckDay),
        ]),
      ]),
    )
    .orderBy('s.created_at')
    .limit(MAX_HEARING)
    .selectAll('k')
    .$castTo<AmountAppointment>()
    .execute();

/** Lists the pickups on a trip with their members, who are null once disabled. */
export const listStops = (
  db: Executor,
  tripId: string,
  { viewerId, stewardId }: Pick<Search, 'viewerId' | 'stewardId'>,
) =>
  db
    .selectFrom('trip_stops as s')
    .innerJoin('appointments as k', 'k.id', 's.appointment_id')
    .leftJoin('members as m', (join) =>
      join
        .onRef('m.id', '=', 's.member_id')
        .on('m.disabled_at', 'is', null)
        .on(isNotBlocked(db, viewerId, 's.member_id'))
        .on(isNotBlocked(db, stewardId, 's.member_id')),
    )
    .where('s.trip_id', '=', tripId)
    .orderBy('s.created_at')
    .orderBy('s.appointment_id')
    .select(['s.appointment_id', 's.amount', 's.from_town', 's.to_town', 'k.material', 'k.status'])
    .select('s.member_id as stop_member_id')
    .select(MEMBER_COLUMNS)
    .$narrowType<{ material: string }>()
    .execute();

/** Lists the pickups on a trip as they are. */
export const listStopPickups = (db: Executor, tripId: string): Promise<AmountAppointment[]> =>
  db
    .selectFrom('trip_stops as s')
    .innerJoin('appointments as k', 'k.id', 's.appointment_id')
    .where('s.trip_id', '=', tripId)
    .orderBy('k.id')
    .selectAll('k')
    .$castTo<AmountAppointment>()
    .execute();

/** Lists the stops between two members on trips from a day on. */
export const listStopsBetween = (db: Executor, memberId: string, otherId: string, from: string) =>
  db
    .selectFrom('trip_stops as s')
    .innerJoin('trips as r', 'r.id', 's.trip_id')
    .innerJoin('appointments as k', 'k.id', 'r.appointment_id')
    .where('r.ended_at', 'is', null)
    .where(TAKES_PLACE_ON, '>=', from)
    .where((eb) =>
      eb.or([
        eb.and([eb('r.driver_id', '=', memberId), eb('s.member_id', '=', otherId)]),
        eb.and([eb('r.driver_id', '=', otherId), eb('s.member_id', '=', memberId)]),
      ]),
    )
    .orderBy('s.appointment_id')
    .select(['s.appointment_id', 'r.driver_id'])
    .execute();

export const findStop = (db: Executor, pickupId: string) =>
  db.selectFrom('trip_stops').where('appointment_id', '=', pickupId).selectAll().executeTakeFirst();

export const insertTrip = (db: Executor, trip: TripTable) =>
  db.insertInto('trips').values(trip).execute();

/** Sets what a pickup looks for, or goes with, in place of what it did. */
export const setStop = (db: Executor, stop: TripStopTable) =>
  db
    .insertInto('trip_stops')
    .values(stop)
    .onConflict((conflict) => {
      const { trip_id, amount, from_town, to_town } = stop;
      return conflict.column('appointment_id').doUpdateSet({ trip_id, amount, from_town, to_town });
    })
    .execute();

/** @returns the row that this call has deleted */
export const deleteStop = (db: Executor, pickupId: string) =>
  db
    .deleteFrom('trip_stops')
    .where('appointment_id', '=', pickupId)
    .returning(['trip_id', 'amount'])
    .executeTakeFirst();

/** Lets all stops of a trip look for another. */
export const releaseStops = (db: Executor, tripId: string) =>
  db
    .updateTable('trip_stops')
    .set({ trip_id: null, amount: null })
    .where('trip_id', '=', tripId)
    .execute();

/** Takes room on a truck, if there is so much. @returns whether this call did */
export const takeRoom = async (db: Executor, tripId: string, amount: number): Promise<boolean> =>
  (await db
    .updateTable('trips')
    .set({ amount_left: sql<number>`amount_left - ${amount}` })
    .where('id', '=', tripId)
    .where('ended_at', 'is', null)
    .where('amount_left', '>=', amount)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Sets what is free beside what was taken. */
export const setRoom = (db: Executor, tripId: string, amount: number) =>
  db
    .updateTable('trips')
    .set({ amount: sql<number>`amount - amount_left + ${amount}`, amount_left: amount })
    .where('id', '=', tripId)
    .where('ended_at', 'is', null)
    .execute();

/** @returns the pickup of the driver, unless the trip was called off */
export const giveBackRoom = async (
  db: Executor,
  tripId: string,
  amount: number,
): Promise<string | undefined> => {
  const query = db
    .updateTable('trips')
    .set({ amount_left: sql<number>`amount_left + ${amount}` })
    .where('id', '=', tripId)
    .where('ended_at', 'is', null)
    .returning('appointment_id');
  return (await query.executeTakeFirst())?.appointment_id;
};

/** @returns whether this call has ended it */
export const setTripEnded = async (db: Executor, id: string, now: number): Promise<boolean> =>
  (await db
    .updateTable('trips')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Locks a trip until the transaction ends; every change of its stops does so first, after their pickups. */
export const lockTrip = (db: Executor, id: string) => lockRows(db, 'trips', [id]);

/** @returns the code of a member's own town */
export const findHome = async (db: Executor, memberId: string): Promise<string | null> => {
  const query = db.selectFrom('members').where('id', '=', memberId).select('town');
  return (await query.executeTakeFirst())?.town ?? null;
};
