import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Lists the shared trucks on which some pickups of a member's go, or which come with one. */
export async function listTrucksOf(db: Executor, memberId: string, pickupIds: string[]) {
  const driven = await db
    .selectFrom('trips')
    .where('appointment_id', 'in', pickupIds)
    .where('driver_id', '=', memberId)
    .where('ended_at', 'is', null)
    .select(['id as trip_id', 'appointment_id', 'unit', 'amount_left'])
    .execute();
  const joined = await db
    .selectFrom('trip_stops as s')
    .innerJoin('trips as r', 'r.id', 's.trip_id')
    .where('s.appointment_id', 'in', pickupIds)
    .where('s.member_id', '=', memberId)
    .where('r.ended_at', 'is', null)
    .select(['r.id as trip_id', 's.appointment_id', 'r.unit', 'r.amount_left'])
    .execute();
  return [
    ...driven.map((truck) => Object.assign(truck, { isDriver: true })),
    ...joined.map((truck) => Object.assign(truck, { isDriver: false })),
  ];
}
