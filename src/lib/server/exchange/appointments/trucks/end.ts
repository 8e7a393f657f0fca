// How a pickup leaves a shared truck, or the truck is called off: by a member, with the pickup, or after a block.
import { movePickup } from '#lib/server/exchange/appointments/day.ts';
import { isRequested, takesPlaceOn } from '#lib/server/exchange/appointments/facts.ts';
import { notifyOf } from '#lib/server/exchange/appointments/notify.ts';
import { findAmount } from '#lib/server/exchange/appointments/queries.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, AmountAppointment } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

import * as trips from './queries.ts';

/** Whether a trip is still on: it was not called off, and its day is not over. */
export const isOn = (trip: trips.TripRow | undefined, today: string): boolean =>
  trip !== undefined && trip.ended_at === null && trip.day >= today;

/** Finds the trip of another member that carries a pickup; not one that left while the pickup was only requested. */
export async function findJoinedTrip(
  db: Executor,
  appointment: Pick<AmountAppointment, 'id' | 'status'>,
  today: string,
): Promise<trips.TripRow | undefined> {
  const stop = await trips.findStop(db, appointment.id);
  const trip = stop?.trip_id ? await trips.findTrip(db, stop.trip_id) : undefined;
  return isRequested(appointment) && !isOn(trip, today) ? undefined : trip;
}

/** Takes a locked pickup off a truck, or ends its search for one. @returns the driver's pickup, if there is one */
async function removeStop(tx: Executor, pickupId: string): Promise<AmountAppointment | undefined> {
  const found = await trips.findStop(tx, pickupId);
  if (!found) return undefined;
  if (found.trip_id !== null) await trips.lockTrip(tx, found.trip_id);
  // The trip may have been called off concurrently.
  const stop = await trips.deleteStop(tx, pickupId);
  if (!stop || stop.trip_id === null || stop.amount === null) return undefined;
  const driversId = await trips.giveBackRoom(tx, stop.trip_id, stop.amount);
  return driversId === undefined ? undefined : findAmount(tx, driversId);
}

/**
 * Moves a locked pickup that has lost its truck back to its own day. When that day is over, it stays on the truck's
 * day: the members may still meet, or call it off. A reported pickup has taken place and stays.
 * @returns the changed pickup
 */
async function moveBack(
  services: Services,
  tx: Executor,
  pickup: AmountAppointment,
): Promise<AmountAppointment> {
  const { day, owner_result, requester_result } = pickup;
  const isReported = owner_result !== null || requester_result !== null;
  if (isReported || day < regionDay(services.now())) return pickup;
  return movePickup(services, tx, pickup, { to: day, news: 'ownDay' });
}

/**
 * Takes a locked pickup off a truck, and notifies the driver if the trip is to come. @returns the changed pickup, if
 * it was on a truck
 */
export async function leaveTrip(
  services: Services & Partial<Ctx>,
  tx: Executor,
  pickupId: string,
): Promise<AmountAppointment | undefined> {
  const drivers = await removeStop(tx, pickupId);
  if (!drivers) return undefined;
  if (takesPlaceOn(drivers) >= regionDay(services.now()))
    await notifyOf(services, tx, drivers, { to: drivers.requester_id, news: 'tripLeft' });
  const pickup = await findAmount(tx, pickupId);
  return pickup && moveBack(services, tx, pickup);
}

/**
 * The day on which a locked request takes place once it is agreed: that of the truck that it has joined. A truck that
 * left without it does not count.
 */
export async function dayWithTruck(
  services: Services,
  tx: Executor,
  pickup: AmountAppointment,
): Promise<string> {
  const stop = await trips.findStop(tx, pickup.id);
  if (!stop?.trip_id) return pickup.day;
  // The trip may be called off concurrently.
  await trips.lockTrip(tx, stop.trip_id);
  const joined = await findJoinedTrip(tx, pickup, regionDay(services.now()));
  if (!joined) await leaveTrip(services, tx, pickup.id);
  return joined?.day ?? pickup.day;
}

/** Notifies the member of a locked stop that the truck does not come, and both members of the new day. */
async function notifyTripOff(
  services: Services & Partial<Ctx>,
  tx: Executor,
  stop: AmountAppointment,
): Promise<void> {
  const moved = await moveBack(services, tx, stop);
  await notifyOf(services, tx, moved, { to: stop.requester_id, news: 'tripOff' });
}

/** Stops are locked before their trip everywhere: otherwise a member who leaves concurrently would cause a deadlock. */
async function lockStops(tx: Executor, tripId: string): Promise<void> {
  const ids = (await trips.listStopPickups(tx, tripId)).map(({ id }) => id);
  if (ids.length > 0) await lockRows(tx, 'appointments', ids);
}

/** Calls off the trip of a locked pickup, if it has one. Its stops are notified, and look for another truck. */
export async function callOffTripOf(
  services: Services & Partial<Ctx>,
  tx: Executor,
  pickupId: string,
): Promise<void> {
  const trip = await trips.findOpenTripOf(tx, pickupId);
  if (!trip) return;
  await lockStops(tx, trip.id);
  if (!(await trips.setTripEnded(tx, trip.id, services.now()))) return;
  const stops = await trips.listStopPickups(tx, trip.id);
  await trips.releaseStops(tx, trip.id);
  for (const stop of stops) await notifyTripOff(services, tx, stop);
}

/** Ends all sharing of a locked pickup that does not take place. */
export async function endTripsOf(
  services: Services & Partial<Ctx>,
  tx: Executor,
  { id }: { id: string },
): Promise<void> {
  await callOffTripOf(services, tx, id);
  await leaveTrip(services, tx, id);
}

/** Separates the viewer and another member where one's load is on the other's truck; the other is notified. */
export async function endTripsBetween(ctx: Ctx, tx: Executor, otherId: string): Promise<void> {
  const { id } = requireViewer(ctx);
  const today = regionDay(ctx.now());
  const stops = await trips.listStopsBetween(tx, id, otherId, today);
  if (stops.length === 0) return;
  // All pickups are locked before any trip, as everywhere: otherwise two on one truck would deadlock.
  const pickups = stops.map(({ appointment_id }) => appointment_id);
  await lockRows(tx, 'appointments', pickups);
  for (const { appointment_id, driver_id } of stops) {
    if (driver_id === otherId) {
      await leaveTrip(ctx, tx, appointment_id);
      continue;
    }
    const drivers = await removeStop(tx, appointment_id);
    const pickup = await findAmount(tx, appointment_id);
    if (drivers && pickup) await notifyTripOff(ctx, tx, pickup);
  }
}
