// Shared trucks: drivers offer free space, other members take it (docs/decisions/0093-trips.md).
import { addDays } from '#lib/contract/days.ts';
import { type AppointmentAct, REPORT_DAYS } from '#lib/contract/exchange/appointments.ts';
import type {
  RoomInput,
  Sharing,
  Trip,
  TripInput,
  TripJoinInput,
  TripStop,
  Route,
} from '#lib/contract/exchange/trips.ts';
import { requireAct } from '#lib/server/exchange/appointments/acts.ts';
import { getAppointment } from '#lib/server/exchange/appointments/appointment.ts';
import { movePickup } from '#lib/server/exchange/appointments/day.ts';
import {
  factsOf,
  isAgreed,
  isPlanned,
  type OnTruck,
  takesPlaceOn,
} from '#lib/server/exchange/appointments/facts.ts';
import {
  inAmountTransaction,
  type LockedAmount,
} from '#lib/server/exchange/appointments/lock-appointment.ts';
import { notifyOf } from '#lib/server/exchange/appointments/notify.ts';
import { findAmount } from '#lib/server/exchange/appointments/queries.ts';
import { accountOf } from '#lib/server/people/members/service.ts';
import { requirePhone } from '#lib/server/people/profile/contact-phone.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor, AmountAppointment } from '#lib/server/platform/db/schema.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { actingIdOf, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { callOffTripOf, findJoinedTrip, isOn, leaveTrip } from './end.ts';
import {
  changedAt,
  daysAround,
  daysToShare,
  findRoute,
  getSharing,
  isSameRoute,
  toNear,
  toSearch,
  toRoute,
} from './near.ts';
import * as trips from './queries.ts';

export const LIMITS = defineLimits({
  // Each notifies up to 50 members.
  offerTrip: { what: "a member's offers of room on a truck", points: 20, seconds: 86_400 },
  // Each notifies the driver, and reveals the member's name.
  joinTrip: { what: 'how often a member joins a truck', points: 30, seconds: 86_400 },
});

/** @returns the relation of a locked appointment's requester to trucks */
async function onTruck(ctx: Ctx, tx: Executor, appointment: AmountAppointment): Promise<OnTruck> {
  if (await trips.findOpenTripOf(tx, appointment.id)) return 'drives';
  if (await findJoinedTrip(tx, appointment, regionDay(ctx.now()))) return 'goes';
  return (await trips.findStop(tx, appointment.id))?.trip_id === null ? 'looks' : 'none';
}

async function requireTruckAct(
  ctx: Ctx,
  tx: Executor,
  { appointment, isOwner }: LockedAmount,
  act: AppointmentAct,
): Promise<void> {
  const truck = await onTruck(ctx, tx, appointment);
  requireAct(act, factsOf(ctx, appointment, isOwner, truck));
}

/** @returns the route of a locked appointment of the viewer */
async function requireRoute(
  ctx: Ctx,
  tx: Executor,
  { appointment }: LockedAmount,
  town: string | null,
): Promise<Route> {
  const { id } = requireViewer(ctx);
  const route = town ? toRoute(appointment, town) : await findRoute(tx, appointment, id);
  if (!route) throw new AppError('trip_town_required');
  return route;
}

/** When a steward acts about a truck, their person is notified. */
async function notifyPerson(
  ctx: Ctx,
  tx: Executor,
  pickup: AmountAppointment,
  news: 'tripOpened' | 'tripTaken' | 'tripChanged' | 'tripClosed' | 'tripUnjoined',
): Promise<void> {
  const { id: to, stewardId: by } = requireViewer(ctx);
  if (by !== undefined) await notifyOf(ctx, tx, pickup, { to, by, news });
}

/** Offers the free space on the truck of an agreed pickup; members who look for space on its route are notified. */
export async function offerRoom(ctx: Ctx, pickupId: string, input: TripInput): Promise<Trip> {
  const { amount, unit, town } = input;
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
  await ctx.limits.consume(LIMITS.offerTrip, actingIdOf(ctx));
  const id = newId();
  await inAmountTransaction(ctx, pickupId, { invalidates: [] }, async (tx, locked) => {
    await requireTruckAct(ctx, tx, locked, 'offer_room');
    const route = await requireRoute(ctx, tx, locked, town);
    await requirePhone(ctx, tx);
    await trips.deleteStop(tx, pickupId);
    const whose = { id, appointment_id: pickupId, driver_id: requireViewer(ctx).id };
    const room = { amount, amount_left: amount, unit };
    await trips.insertTrip(tx, {
      ...whose,
      ...route,
      ...room,
      created_at: ctx.now(),
      ended_at: null,
    });
    await notifyPerson(ctx, tx, locked.appointment, 'tripOpened');
    const day = takesPlaceOn(locked.appointment);
    const search = toSearch(ctx, route, daysAround(day));
    for (const pickup of await trips.listNearLooking(tx, search, day))
      await notifyOf(ctx, tx, pickup, { to: pickup.requester_id, news: 'tripOffered' });
  });
  return getTrip(ctx, id);
}

/** Opens a pickup of the viewer to others on the same route: it looks for space. Repeating changes nothing. */
export async function lookForTruck(ctx: Ctx, pickupId: string): Promise<Sharing> {
  await inAmountTransaction(ctx, pickupId, { invalidates: [] }, async (tx, locked) => {
    // It is already looking.
    const truck = await onTruck(ctx, tx, locked.appointment);
    if (!locked.isOwner && truck === 'looks') return;
    await requireTruckAct(ctx, tx, locked, 'look');
    const route = await requireRoute(ctx, tx, locked, null);
    const looks = { appointment_id: pickupId, member_id: requireViewer(ctx).id, trip_id: null };
    await trips.setStop(tx, { ...looks, amount: null, ...route, created_at: ctx.now() });
  });
  return getSharing(ctx, pickupId);
}

/** Whether a stop already has exactly what is requested, as after a repeated request. */
const isRepeated = async (tx: Executor, pickupId: string, { trip_id, amount }: TripJoinInput) => {
  const stop = await trips.findStop(tx, pickupId);
  return stop?.trip_id === trip_id && stop.amount === amount;
};

/** Takes space on another member's truck for a pickup of the viewer. Repeating changes nothing. */
export async function joinTruck(ctx: Ctx, pickupId: string, input: TripJoinInput): Promise<Trip> {
  const { trip_id, amount } = input;
  const { id: member_id, stewardId = null } = requireViewer(ctx);
  const reader = { viewerId: member_id, stewardId };
  await ctx.limits.consume(LIMITS.joinTrip, actingIdOf(ctx));
  await getAppointment(ctx, pickupId);
  // A block also separates the steward who acts for the viewer.
  const found = await trips.findVisibleTrip(ctx.db, reader, trip_id);
  if (!found) throw notFound('trip');
  // Also locks the driver, so that no block comes in between.
  const options = { invalidates: [], alsoLocks: found.driver_id };
  await inAmountTransaction(ctx, pickupId, options, async (tx, locked) => {
    if (await isRepeated(tx, pickupId, input)) return;
    await requireTruckAct(ctx, tx, locked, 'join');
    const route = await requireRoute(ctx, tx, locked, null);
    const trip = await trips.findVisibleTrip(tx, reader, trip_id);
    if (!trip || trip.driver_id === member_id) throw notFound('trip');
    if (!isOn(trip, regionDay(ctx.now())) || !isPlanned(trip)) throw new AppError('trip_ended');
    const days = daysToShare(locked.appointment, locked.stock);
    if (!isSameRoute(route, trip) || !days.includes(trip.day)) throw new AppError('trip_not_near');
    await requirePhone(ctx, tx);
    if (!(await trips.takeRoom(tx, trip_id, amount))) throw fieldError('amount', 'trip_full');
    const stop = { appointment_id: pickupId, member_id, trip_id, amount };
    await trips.setStop(tx, { ...stop, ...route, created_at: ctx.now() });
    const moved = await movePickup(ctx, tx, locked.appointment, { to: trip.day, news: 'truckDay' });
    await notifyPerson(ctx, tx, moved, 'tripTaken');
    const drivers = await findAmount(tx, trip.appointment_id);
    if (drivers) await notifyOf(ctx, tx, drivers, { to: trip.driver_id, news: 'tripJoined' });
  });
  return getTrip(ctx, trip_id);
}

/**
 * Takes a pickup of the viewer off the truck that carries it, or ends its search for one. Repeating changes nothing.
 * @param tripId the truck to leave; by default the current one
 */
export async function leaveTruck(
  ctx: Ctx,
  pickupId: string,
  tripId: string | null = null,
): Promise<Sharing> {
  const options = { invalidates: [], allowsSuspended: true };
  await inAmountTransaction(ctx, pickupId, options, async (tx, locked) => {
    const { appointment, isOwner } = locked;
    // A driver's own truck is called off instead.
    if (!isOwner && (await onTruck(ctx, tx, appointment)) === 'none') return;
    // It has joined another truck since.
    if (tripId !== null && (await trips.findStop(tx, pickupId))?.trip_id !== tripId) return;
    await requireTruckAct(ctx, tx, locked, 'leave');
    const left = await leaveTrip(ctx, tx, pickupId);
    if (left) await notifyPerson(ctx, tx, left, 'tripUnjoined');
  });
  return getSharing(ctx, pickupId);
}

/** Identifies the truck of an appointment's driver. */
interface Driven {
  pickupId: string;
  /** the truck that the page shows, since another may have been offered; null for the current one */
  tripId: string | null;
}

/** Changes a truck of the viewer. */
const changeTruck = (
  ctx: Ctx,
  { pickupId, tripId }: Driven,
  { act, ...options }: { act: 'set_room' | 'end_truck'; allowsSuspended: boolean },
  work: (tx: Executor, pickup: AmountAppointment, tripId: string) => Promise<void>,
): Promise<void> =>
  inAmountTransaction(ctx, pickupId, { invalidates: [], ...options }, async (tx, locked) => {
    const trip = await trips.findOpenTripOf(tx, pickupId);
    const isGone = trip ? tripId !== null && tripId !== trip.id : await trips.hadTrip(tx, pickupId);
    // Calling it off again changes nothing.
    if (isGone && act === 'end_truck' && !locked.isOwner) return;
    await requireTruckAct(ctx, tx, locked, act);
    if (isGone) throw new AppError('trip_ended');
    if (trip) await work(tx, locked.appointment, trip.id);
  });

/** Sets the free space on a truck of the viewer; loads that have joined stay. */
export async function setRoom(
  ctx: Ctx,
  pickupId: string,
  { amount }: RoomInput,
  tripId: string | null = null,
): Promise<Trip> {
  const options = { act: 'set_room' as const, allowsSuspended: false };
  await changeTruck(ctx, { pickupId, tripId }, options, async (tx, pickup, id) => {
    await trips.lockTrip(tx, id);
    const trip = await trips.findTrip(tx, id);
    const { length } = await trips.listStopPickups(tx, id);
    // A truck without space and without stops must be called off instead.
    if (amount === 0 && length === 0) throw fieldError('amount', 'amount_out_of_range');
    await trips.setRoom(tx, id, amount);
    if (amount !== trip?.amount_left) await notifyPerson(ctx, tx, pickup, 'tripChanged');
  });
  return getTruckOf(ctx, pickupId);
}

/** Calls off the truck of the viewer's appointment, which stays; the truck's stops are notified. */
export async function endTruck(
  ctx: Ctx,
  pickupId: string,
  tripId: string | null = null,
): Promise<Sharing> {
  const options = { act: 'end_truck' as const, allowsSuspended: true };
  await changeTruck(ctx, { pickupId, tripId }, options, async (tx, pickup) => {
    await callOffTripOf(ctx, tx, pickup.id);
    await notifyPerson(ctx, tx, pickup, 'tripClosed');
  });
  return getSharing(ctx, pickupId);
}

type StopRow = Awaited<ReturnType<typeof trips.listStops>>[number];

/** A stop, as the driver and the other stops see it. */
const toStop = (row: StopRow, viewerId: string, isDriver: boolean): TripStop => ({
  from_town: row.from_town,
  to_town: row.to_town,
  material: row.material,
  amount: row.amount ?? 0,
  is_own: row.stop_member_id === viewerId,
  appointment_id: row.stop_member_id === viewerId ? row.appointment_id : null,
  account: isDriver ? accountOf(row) : null,
});

/**
 * Whether a stop sees the driver's number: until 14 days after the day, as for a pickup, and only if one of its own
 * pickups is agreed, since anyone can send requests.
 */
const showsPhone = (trip: trips.TripRow, own: Pick<AmountAppointment, 'status'>[], today: string) =>
  isAgreed(trip) && own.some(isAgreed) && today <= addDays(trip.day, REPORT_DAYS);

/** @returns a trip whose driver is the viewer, or that carries one of their pickups */
export async function getTrip(ctx: Ctx, id: string): Promise<Trip> {
  const { id: viewerId, stewardId = null } = requireViewer(ctx);
  const today = regionDay(ctx.now());
  const reader = { viewerId, stewardId };
  const row = await trips.findVisibleTrip(ctx.db, reader, id);
  if (!row) throw notFound('trip');
  const is_driver = row.driver_id === viewerId;
  const stops = await trips.listStops(ctx.db, id, reader);
  const own = stops.filter((stop) => stop.stop_member_id === viewerId);
  const appointment_id = is_driver ? row.appointment_id : own[0]?.appointment_id;
  if (appointment_id === undefined) throw notFound('trip');
  return {
    ...toNear(row),
    appointment_id,
    is_driver,
    amount: row.amount,
    vehicle: row.vehicle,
    driver: is_driver ? null : accountOf(row),
    phone: !is_driver && showsPhone(row, own, today) ? row.contact_phone : null,
    stops: stops.map((stop) => toStop(stop, viewerId, is_driver)),
    updated_at: changedAt(row),
    sequence: row.sequence,
  };
}

/** @returns the truck that the viewer drives for an appointment, or that carries its load */
export async function getTruckOf(ctx: Ctx, pickupId: string): Promise<Trip> {
  const { trip } = await getSharing(ctx, pickupId);
  if (!trip) throw notFound('trip');
  return getTrip(ctx, trip.trip_id);
}
