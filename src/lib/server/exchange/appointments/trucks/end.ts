// How a pickup leaves a truck, or the truck its stops: by a press, with the pickup, or by a block.
import { movePickup } from '#lib/server/exchange/appointments/day.ts';
import { isRequested, takesPlaceOn } from '#lib/server/exchange/appointments/facts.ts';
import { notifyOf } from '#lib/server/exchange/appointments/notify.ts';
import { findAmount } from '#lib/server/exchange/appointments/queries.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/platform/context.ts';
import type { Executor, AmountAppointment } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';
import { regionDay } from '#lib/site.ts';

import * as trips from './queries.ts';

/** Whether a trip was not called off, and its day is not over. */
export const isOn = (trip: trips.TripRow | undefined, today: string): boolean =>
  trip !== undefined && trip.ended_at === null && trip.day >= today;

/** Finds the trip of another that a pickup goes with: none that has left while it was only requested. */
export async function findJoinedTrip(
  db: Executor,
  appointment: Pick<AmountAppointment, 'id' | 'status'>,
  today: string,
): Promise<trips.TripRow | undefined> {
  const stop = await trips.findStop(db, appointment.id);
  const trip = stop?.trip_id ? await trips.findTrip(db, stop.trip_id) : undefined;
  return isRequested(appointment) && !isOn(trip, today) ? undefined : trip;
}

/** Takes a locked pickup off a truck, or it looks for none any more. @returns the pickup of the driver, if there is one */
async function removeStop(tx: Executor, pickupId: string): Promise<AmountAppointment | undefined> {
  const found = await trips.findStop(tx, pickupId);
  if (!found) return undefined;
  if (found.trip_id !== null) await trips.lockTrip(tx, found.trip_id);
  // It may have been called off concurrently.
  const stop = await trips.deleteStop(tx, pickupId);
  if (!stop || stop.trip_id === null || stop.amount === null) return undefined;
  const driversId = await trips.giveBackRoom(tx, stop.trip_id, stop.amount);
  return driversId === undefined ? undefined : findAmount(tx, driversId);
}

/**
 * Moves a locked pickup that has lost its truck back to its own day. Once that is over it stays on the truck's: the two may
 * still meet, or call it off. What was reported has taken place.
 * @returns it as it is then
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

/** Takes a locked pickup off a truck, whose driver is notified if it is to come. @returns it as it is then, if it was on one */
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
 * The day on which a locked request takes place, as it is agreed: that of the truck that it has joined. With one that has left
 * without it, it goes no more.
 */
export async function dayWithTruck(
  services: Services,
  tx: Executor,
  pickup: AmountAppointment,
): Promise<string> {
  const stop = await trips.findStop(tx, pickup.id);
  if (!stop?.trip_id) return pickup.day;
  // It may be called off concurrently.
  await trips.lockTrip(tx, stop.trip_id);
  const joined = await findJoinedTrip(tx, pickup, regionDay(services.now()));
  if (!joined) await leaveTrip(services, tx, pickup.id);
  return joined?.day ?? pickup.day;
}

/** The member of a stop, which is locked, hears that its truck does not come; both, on which day it takes place. */
async function notifyTripOff(
  services: Services & Partial<Ctx>,
  tx: Executor,
  stop: AmountAppointment,
): Promise<void> {
  const moved = await moveBack(services, tx, stop);
  await notifyOf(services, tx, moved, { to: stop.requester_id, news: 'tripOff' });
}

/** Before the trip, as everything locks them: who leaves it concurrently would wait for it, and this for them. */
async function lockStops(tx: Executor, tripId: string): Promise<void> {
  const ids = (await trips.listStopPickups(tx, tripId)).map(({ id }) => id);
  if (ids.length > 0) await lockRows(tx, 'appointments', ids);
}

/** Calls off the trip of a locked pickup, if it has one. Its stops are notified, and look for another. */
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

/** Ends what a locked pickup shares, as it does not take place. */
export async function endTripsOf(
  services: Services & Partial<Ctx>,
  tx: Executor,
  { id }: { id: string },
): Promise<void> {
  await callOffTripOf(services, tx, id);
  await leaveTrip(services, tx, id);
}

/** Parts the viewer and another member where one goes with the other's truck; the other is notified. */
export async function endTripsBetween(ctx: Ctx, tx: Executor, otherId: string): Promise<void> {
  const { id } = requireViewer(ctx);
  const today = regionDay(ctx.now());
  const stops = await trips.listStopsBetween(tx, id, otherId, today);
  if (stops.length === 0) return;
  // All before any trip, as everything locks them: two of one truck would wait for each other.
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
