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

// More than anyone would compare.
const MAX_NEAR = 20;

/** Trips `r` with the pickup `k` of the driver `m`, who is null when disabled. */
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

/** A trip with its driver. */
export type TripRow = Awaited<ReturnType<typeof listNearTrips>>[number];

export const findTrip = (db: Executor, id: string) =>
  trips(db).where('r.id', '=', id).executeTakeFirst();

/** The same, unless a block hides the driver from the viewer, or from the steward who acts for them. */
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

/** Finds the trip whose driver has this pickup, unless it was called off. */
export const findOpenTripOf = (db: Executor, pickupId: string) =>
  trips(db)
    .where('r.appointment_id', '=', pickupId)
    .where('r.ended_at', 'is', null)
    .executeTakeFirst();

/** Whether a pickup ever had a shared truck, even one that was called off. */
export const hadTrip = async (db: Executor, pickupId: string): Promise<boolean> => {
  const query = db.selectFrom('trips').where('appointment_id', '=', pickupId).select('id');
  return (await query.executeTakeFirst()) !== undefined;
};

/** The trips of a member, as driver or with a load on it, unless a block hides the driver. */
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

/** Lists a member's trips from a day on, past and future, without those called off. */
export const listForCalendar = (db: Executor, memberId: string, from: string) =>
  tripsOf(db, memberId)
    .where('r.ended_at', 'is', null)
    .where('k.status', 'in', ['agreed', 'done'])
    .where(TAKES_PLACE_ON, '>=', from)
    .orderBy(TAKES_PLACE_ON)
    .orderBy('r.id')
    .limit(MOST)
    .execute();

/** A search for trips by the towns near both ends, the days, and the viewer. */
export interface Search {
  viewerId: string;
  /** the steward who acts for the viewer: members separated from them by a block are left out */
  stewardId: string | null;
  from: string[];
  to: string[];
  days: string[];
  today: string;
}

/** Lists other members' trips with space on the same route, next first. */
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
    // Once both members have reported, no load can join.
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

/** Other members' pickups on the same route that look for space. */
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

/** Counts pickups that look for space, by route. */
export const countNearLooking = (db: Executor, search: Search) =>
  nearLooking(db, search)
    .groupBy(['s.from_town', 's.to_town'])
    .select(['s.from_town', 's.to_town'])
    .select((eb) => eb.fn.count('s.member_id').distinct().as('count'))
    .orderBy('s.from_town')
    .orderBy('s.to_town')
    .execute();

// Each is notified of a new truck.
const MAX_HEARING = 50;

/** Lists pickups that look for space and can take place on a truck's day, longest waiting first. */
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
        // As in `daysToShare`.
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

/** Lists the pickups on a trip with their members, who are null when disabled. */
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

/** Lists the pickups on a trip, as stored. */
export const listStopPickups = (db: Executor, tripId: string): Promise<AmountAppointment[]> =>
  db
    .selectFrom('trip_stops as s')
    .innerJoin('appointments as k', 'k.id', 's.appointment_id')
    .where('s.trip_id', '=', tripId)
    .orderBy('k.id')
    .selectAll('k')
    .$castTo<AmountAppointment>()
    .execute();

/** Lists stops between two members on trips from a day on. */
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

/** Sets the truck that a pickup is on, or that it looks for one. */
export const setStop = (db: Executor, stop: TripStopTable) =>
  db
    .insertInto('trip_stops')
    .values(stop)
    .onConflict((conflict) => {
      const { trip_id, amount, from_town, to_town } = stop;
      return conflict.column('appointment_id').doUpdateSet({ trip_id, amount, from_town, to_town });
    })
    .execute();

/** @returns the row that this call deleted */
export const deleteStop = (db: Executor, pickupId: string) =>
  db
    .deleteFrom('trip_stops')
    .where('appointment_id', '=', pickupId)
    .returning(['trip_id', 'amount'])
    .executeTakeFirst();

/** Makes all stops of a trip look for another. */
export const releaseStops = (db: Executor, tripId: string) =>
  db
    .updateTable('trip_stops')
    .set({ trip_id: null, amount: null })
    .where('trip_id', '=', tripId)
    .execute();

/** Takes space on a truck. @returns false when too little is free */
export const takeRoom = async (db: Executor, tripId: string, amount: number): Promise<boolean> =>
  (await db
    .updateTable('trips')
    .set({ amount_left: sql<number>`amount_left - ${amount}` })
    .where('id', '=', tripId)
    .where('ended_at', 'is', null)
    .where('amount_left', '>=', amount)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Sets the space that is free besides what is taken. */
export const setRoom = (db: Executor, tripId: string, amount: number) =>
  db
    .updateTable('trips')
    .set({ amount: sql<number>`amount - amount_left + ${amount}`, amount_left: amount })
    .where('id', '=', tripId)
    .where('ended_at', 'is', null)
    .execute();

/** @returns the driver's pickup, unless the trip was called off */
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

/** @returns whether this call ended the trip */
export const setTripEnded = async (db: Executor, id: string, now: number): Promise<boolean> =>
  (await db
    .updateTable('trips')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Locks a trip until the transaction ends; every change of its stops does this, after locking their pickups. */
export const lockTrip = (db: Executor, id: string) => lockRows(db, 'trips', [id]);

/** @returns the PSGC code of the member's town */
export const findHome = async (db: Executor, memberId: string): Promise<string | null> => {
  const query = db.selectFrom('members').where('id', '=', memberId).select('town');
  return (await query.executeTakeFirst())?.town ?? null;
};
