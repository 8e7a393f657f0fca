// Trips: what a driver has free, who takes it, and what they see of each other (docs/decisions/0093-trips.md).
import { addDays } from '#lib/contract/days.ts';
import { REPORT_DAYS } from '#lib/contract/exchange/pickups.ts';
import type {
  RoomInput,
  Sharing,
  Trip,
  TripInput,
  TripJoinInput,
  TripStop,
  Way,
} from '#lib/contract/exchange/trips.ts';
import { isAgreed, takesPlaceOn } from '#lib/server/exchange/appointments/acts.ts';
import { getPickup } from '#lib/server/exchange/appointments/appointment.ts';
import { movePickup } from '#lib/server/exchange/appointments/day.ts';
import { notifyOf } from '#lib/server/exchange/appointments/notify.ts';
import { findAmount } from '#lib/server/exchange/appointments/queries.ts';
import {
  inPickupTransaction,
  type LockedPickup,
} from '#lib/server/exchange/appointments/transaction.ts';
import { accountOf } from '#lib/server/people/members/service.ts';
import { requirePhone } from '#lib/server/people/profile/contact-phone.ts';
import { type Ctx, handOf, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor, AmountAppointment } from '#lib/server/platform/db/schema.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { callOffTripOf, findJoinedTrip, isOn, leaveTrip } from './end-trips.ts';
import * as trips from './queries.ts';
import {
  changedAt,
  daysAround,
  daysToShare,
  findWay,
  getSharing,
  isOff,
  isSameWay,
  isToCome,
  sequenceOf,
  toNear,
  toSearch,
  toWay,
} from './sharing.ts';

export const LIMITS = defineLimits({
  // Each tells up to 50 others.
  offerTrip: { what: "a member's offers of room on a truck", points: 20, seconds: 86_400 },
  // Each tells the driver, and shows who it is.
  joinTrip: { what: 'how often a member joins a truck', points: 30, seconds: 86_400 },
});

/**
 * Checks that the viewer may share a truck for a pickup.
 * @throws AppError trip_not_yours, pickup_ended
 */
function requireToCome(ctx: Ctx, { appointment: pickup, isOwner }: LockedPickup): void {
  // A service has no load.
  if (isOwner || pickup.kind === 'service') throw new AppError('trip_not_yours');
  if (!isToCome(pickup, regionDay(ctx.now()))) throw new AppError('pickup_ended');
}

/** A locked pickup of the viewer's that is to come and shares nothing yet, with its way. */
async function requireFree(
  ctx: Ctx,
  tx: Executor,
  locked: LockedPickup,
  town: string | null,
): Promise<Way> {
  requireToCome(ctx, locked);
  const { appointment: pickup } = locked;
  const joined = await findJoinedTrip(tx, pickup, regionDay(ctx.now()));
  if (joined || (await trips.findOpenTripOf(tx, pickup.id))) throw new AppError('trip_exists');
  const way = town ? toWay(pickup, town) : await findWay(tx, pickup, requireViewer(ctx).id);
  if (!way) throw new AppError('trip_town_required');
  return way;
}

/** Who has a steward hears what they do about a truck. */
async function notifyPerson(
  ctx: Ctx,
  tx: Executor,
  pickup: AmountAppointment,
  news: 'tripOpened' | 'tripTaken' | 'tripChanged' | 'tripClosed' | 'tripUnjoined',
): Promise<void> {
  const { id: to, stewardId: by } = requireViewer(ctx);
  if (by !== undefined) await notifyOf(ctx, tx, pickup, { to, by, news });
}

/**
 * Offers what is free on the truck of an agreed pickup; those who look for room that way are notified.
 * @throws AppError pickup_not_found, trip_not_yours, trip_before_agreement, trip_exists,
 *   trip_town_required, town_invalid, pickup_ended, contact_required, rate_limited
 */
export async function offerTrip(ctx: Ctx, pickupId: string, input: TripInput): Promise<Trip> {
  const { amount, unit, town } = input;
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
  await ctx.limits.consume(LIMITS.offerTrip, handOf(ctx));
  const id = newId();
  await inPickupTransaction(ctx, pickupId, { invalidates: [] }, async (tx, locked) => {
    const way = await requireFree(ctx, tx, locked, town);
    if (locked.appointment.status !== 'agreed') throw new AppError('trip_before_agreement');
    await requirePhone(ctx, tx);
    await trips.deleteStop(tx, pickupId);
    const whose = { id, appointment_id: pickupId, driver_id: requireViewer(ctx).id };
    const room = { amount, amount_left: amount, unit };
    await trips.insertTrip(tx, {
      ...whose,
      ...way,
      ...room,
      created_at: ctx.now(),
      ended_at: null,
    });
    await notifyPerson(ctx, tx, locked.appointment, 'tripOpened');
    const day = takesPlaceOn(locked.appointment);
    const search = toSearch(ctx, way, daysAround(day));
    for (const pickup of await trips.listNearLooking(tx, search, day))
      await notifyOf(ctx, tx, pickup, { to: pickup.requester_id, news: 'tripOffered' });
  });
  return getTrip(ctx, id);
}

/**
 * Opens a pickup of the viewer's to those who go the same way: it looks for room. Repeating changes nothing.
 * @throws AppError pickup_not_found, trip_not_yours, trip_exists, trip_town_required, pickup_ended,
 *   rate_limited
 */
export async function lookForTrip(ctx: Ctx, pickupId: string): Promise<Sharing> {
  await inPickupTransaction(ctx, pickupId, { invalidates: [] }, async (tx, locked) => {
    const way = await requireFree(ctx, tx, locked, null);
    const looks = { appointment_id: pickupId, member_id: requireViewer(ctx).id, trip_id: null };
    await trips.setStop(tx, { ...looks, amount: null, ...way, created_at: ctx.now() });
  });
  return getSharing(ctx, pickupId);
}

/** Whether a stop on a trip has just what is requested again, as after a press that was sent twice. */
const isRepeated = async (tx: Executor, pickupId: string, { trip_id, amount }: TripJoinInput) => {
  const stop = await trips.findStop(tx, pickupId);
  return stop?.trip_id === trip_id && stop.amount === amount;
};

/**
 * Takes room on somebody's truck for a pickup of the viewer's. Repeating changes nothing.
 * @throws AppError pickup_not_found, trip_not_found, trip_not_yours, trip_exists, trip_town_required,
 *   trip_not_near, trip_ended, trip_full, pickup_ended, contact_required, rate_limited
 */
export async function joinTrip(ctx: Ctx, pickupId: string, input: TripJoinInput): Promise<Trip> {
  const { trip_id, amount } = input;
  const { id: member_id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.joinTrip, handOf(ctx));
  await getPickup(ctx, pickupId);
  // Who acts in the viewer's place has nothing to do with whom they block, or who blocks them, either.
  const found = await trips.findVisibleTrip(ctx.db, handOf(ctx), trip_id);
  if (!found) throw notFound('trip');
  // With the driver, so that no block comes in between.
  const options = { invalidates: [], alsoLocks: found.driver_id };
  await inPickupTransaction(ctx, pickupId, options, async (tx, locked) => {
    if (await isRepeated(tx, pickupId, input)) return;
    const way = await requireFree(ctx, tx, locked, null);
    const trip = await trips.findVisibleTrip(tx, member_id, trip_id);
    if (!trip || trip.driver_id === member_id) throw notFound('trip');
    if (!isOn(trip, regionDay(ctx.now())) || trip.status !== 'agreed')
      throw new AppError('trip_ended');
    const days = daysToShare(locked.appointment, locked.stock);
    if (!isSameWay(way, trip) || !days.includes(trip.day)) throw new AppError('trip_not_near');
    await requirePhone(ctx, tx);
    if (!(await trips.takeRoom(tx, trip_id, amount))) throw fieldError('amount', 'trip_full');
    const stop = { appointment_id: pickupId, member_id, trip_id, amount };
    await trips.setStop(tx, { ...stop, ...way, created_at: ctx.now() });
    const moved = await movePickup(ctx, tx, locked.appointment, { to: trip.day, news: 'truckDay' });
    await notifyPerson(ctx, tx, moved, 'tripTaken');
    const drivers = await findAmount(tx, trip.appointment_id);
    if (drivers) await notifyOf(ctx, tx, drivers, { to: trip.driver_id, news: 'tripJoined' });
  });
  return getTrip(ctx, trip_id);
}

/**
 * Takes a pickup of the viewer's off the truck that it goes with, or it looks for none any more. Repeating changes nothing.
 * @param tripId the trip that it leaves; by default whichever it is on
 * @throws AppError pickup_not_found, trip_not_yours, trip_ended, rate_limited
 */
export async function leaveTripOf(ctx: Ctx, pickupId: string, tripId?: string): Promise<Sharing> {
  const options = { invalidates: [], allowsSuspended: true };
  await inPickupTransaction(ctx, pickupId, options, async (tx, { isOwner }) => {
    if (isOwner) throw new AppError('trip_not_yours');
    const stop = await trips.findStop(tx, pickupId);
    if (tripId !== undefined && stop?.trip_id !== tripId) return;
    const trip = stop?.trip_id ? await trips.findTrip(tx, stop.trip_id) : undefined;
    if (trip && trip.day < regionDay(ctx.now())) throw new AppError('trip_ended');
    const left = await leaveTrip(ctx, tx, pickupId);
    if (left) await notifyPerson(ctx, tx, left, 'tripUnjoined');
  });
  return getSharing(ctx, pickupId);
}

/** Changes a trip of the viewer's, with its pickup locked, unless its day is over or it was called off. */
async function changeTrip(
  ctx: Ctx,
  id: string,
  options: { allowsSuspended: boolean },
  work: (tx: Executor, pickup: AmountAppointment) => Promise<void>,
): Promise<Trip> {
  const { appointment_id, is_driver, day } = await getTrip(ctx, id);
  if (!is_driver) throw new AppError('trip_not_yours');
  if (day < regionDay(ctx.now())) throw new AppError('trip_ended');
  await inPickupTransaction(
    ctx,
    appointment_id,
    { invalidates: [], ...options },
    async (tx, locked) => {
      const current = await trips.findOpenTripOf(tx, appointment_id);
      // Another may have begun since.
      if (current?.id === id) await work(tx, locked.appointment);
    },
  );
  return getTrip(ctx, id);
}

/**
 * States what is free on a truck of the viewer's now; who has joined stays.
 * @throws AppError trip_not_found, trip_not_yours, trip_ended, rate_limited, and about `amount`
 */
export const setTripRoom = (ctx: Ctx, id: string, { amount }: RoomInput): Promise<Trip> =>
  changeTrip(ctx, id, { allowsSuspended: false }, async (tx, pickup) => {
    await trips.lockTrip(tx, id);
    const trip = await trips.findTrip(tx, id);
    const { length } = await trips.listStopPickups(tx, id);
    // A truck without room and without stops is called off.
    if (amount === 0 && length === 0) throw fieldError('amount', 'amount_out_of_range');
    await trips.setRoom(tx, id, amount);
    if (amount !== trip?.amount_left) await notifyPerson(ctx, tx, pickup, 'tripChanged');
  });

/**
 * Calls off a trip of the viewer's; its stops are notified, and the pickup stays. Repeating changes nothing.
 * @throws AppError trip_not_found, trip_not_yours, trip_ended, rate_limited
 */
export const callOffTrip = (ctx: Ctx, id: string): Promise<Trip> =>
  changeTrip(ctx, id, { allowsSuspended: true }, async (tx, pickup) => {
    await callOffTripOf(ctx, tx, pickup.id);
    await notifyPerson(ctx, tx, pickup, 'tripClosed');
  });

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
 * Whether a stop sees the driver's number: until 14 days after the day, as of a pickup, and not while its own are questions
 * alone, which anyone may ask.
 */
const showsPhone = (trip: trips.TripRow, own: Pick<AmountAppointment, 'status'>[], today: string) =>
  trip.ended_at === null &&
  isAgreed(trip) &&
  own.some(isAgreed) &&
  today <= addDays(trip.day, REPORT_DAYS);

/**
 * @returns a trip whose driver the viewer is, or that one of their pickups goes with
 * @throws AppError trip_not_found
 */
export async function getTrip(ctx: Ctx, id: string): Promise<Trip> {
  const { id: viewerId, stewardId = null } = requireViewer(ctx);
  const today = regionDay(ctx.now());
  const row = await trips.findVisibleTrip(ctx.db, viewerId, id);
  if (!row) throw notFound('trip');
  const is_driver = row.driver_id === viewerId;
  const stops = await trips.listStops(ctx.db, id, { viewerId, stewardId });
  const own = stops.filter((stop) => stop.stop_member_id === viewerId);
  const appointment_id = is_driver ? row.appointment_id : own[0]?.appointment_id;
  if (appointment_id === undefined) throw notFound('trip');
  return {
    ...toNear(row),
    appointment_id,
    is_driver,
    is_off: isOff(row),
    amount: row.amount,
    vehicle: row.vehicle,
    driver: is_driver ? null : accountOf(row),
    phone: !is_driver && showsPhone(row, own, today) ? row.contact_phone : null,
    stops: stops.map((stop) => toStop(stop, viewerId, is_driver)),
    updated_at: changedAt(row),
    sequence: sequenceOf(row),
    acts: isOn(row, today) ? (is_driver ? ['room', 'call_off'] : ['leave']) : [],
  };
}
