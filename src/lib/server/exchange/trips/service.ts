// Sharing a truck: who goes the same way, and what a driver has free (docs/decisions/0093-trips.md).
import { addDays } from '#lib/contract/days.ts';
import { REPORT_DAYS } from '#lib/contract/exchange/pickups.ts';
import {
  type NearTrip,
  type OwnTrip,
  SAME_WAY_DAYS,
  SAME_WAY_KM,
  type ShareAct,
  type Sharing,
  type Trip,
  type TripInput,
  type TripJoinInput,
  type TripStop,
  type Way,
} from '#lib/contract/exchange/trips.ts';
import { notifyPickup } from '#lib/server/exchange/pickups/pickup-states.ts';
import {
  getPickup,
  inPickupTransaction,
  type LockedPickup,
  requirePhone,
} from '#lib/server/exchange/pickups/pickup.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor, PickupTable } from '#lib/server/platform/db/schema.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { findTown, isTown, townsWithin } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { callOffTripOf, leaveTrip } from './end-trips.ts';
import * as trips from './queries.ts';

type OwnPickup = Pick<
  PickupTable,
  'kind' | 'status' | 'day' | 'owner_result' | 'requester_result' | 'town' | 'requester_town'
>;

/** @returns where a pickup is loaded and where it goes. @param home the town at the requester's end */
const toWay = ({ kind, town }: Pick<OwnPickup, 'kind' | 'town'>, home: string): Way =>
  kind === 'need' ? { from_town: home, to_town: town } : { from_town: town, to_town: home };

/** @returns null while it is not known where the requester comes from */
async function findWay(db: Executor, pickup: OwnPickup, requesterId: string): Promise<Way | null> {
  const home = pickup.requester_town ?? (await trips.findHome(db, requesterId));
  return home === null || pickup.kind === 'service' ? null : toWay(pickup, home);
}

const codesNear = (code: string): string[] => {
  const town = findTown(code);
  return town ? townsWithin(town, SAME_WAY_KM).map((near) => near.town.code) : [];
};

const isSameWay = (a: Way, b: Way): boolean =>
  codesNear(a.from_town).includes(b.from_town) && codesNear(a.to_town).includes(b.to_town);

/** @returns what to look for: the same way within a day, from today on */
function toSearch(ctx: Ctx, { from_town, to_town }: Way, day: string): trips.Search {
  const today = regionDay(ctx.now());
  const days = [-SAME_WAY_DAYS, 0, SAME_WAY_DAYS].map((away) => addDays(day, away));
  return {
    viewerId: requireViewer(ctx).id,
    from: codesNear(from_town),
    to: codesNear(to_town),
    days: days.filter((each) => each >= today),
  };
}

/** Whether a pickup is to come, of which neither has reported anything. */
const isToCome = (pickup: OwnPickup, today: string): boolean =>
  (pickup.status === 'requested' || pickup.status === 'agreed') &&
  pickup.day >= today &&
  pickup.owner_result === null &&
  pickup.requester_result === null;

/**
 * Checks that the viewer may share a truck for a pickup.
 * @throws AppError trip_not_yours, pickup_ended
 */
function requireToCome(ctx: Ctx, { pickup, isOwner }: LockedPickup): void {
  // A service has no load.
  if (isOwner || pickup.kind === 'service') throw new AppError('trip_not_yours');
  if (!isToCome(pickup, regionDay(ctx.now()))) throw new AppError('pickup_ended');
}

const toNear = (row: trips.TripRow): NearTrip => ({
  trip_id: row.id,
  day: row.day,
  from_town: row.from_town,
  to_town: row.to_town,
  unit: row.unit,
  amount_left: row.amount_left,
  stops: Number(row.stops),
});

/** What there is to share, for who fetches or brings. */
async function searchFor(ctx: Ctx, way: Way, day: string) {
  const search = toSearch(ctx, way, day);
  if (search.days.length === 0) return { trips: [], looking: [] };
  const looking = await trips.countNearLooking(ctx.db, search);
  return {
    trips: (await trips.listNearTrips(ctx.db, search)).map(toNear),
    looking: looking.map((each) => Object.assign(each, { count: Number(each.count) })),
  };
}

const isOn = (trip: trips.TripRow | undefined, today: string): boolean =>
  trip !== undefined && trip.ended_at === null && trip.day >= today;

/**
 * Lists who goes the same way as a pickup of the viewer's within a day, of those who opened theirs: by towns alone.
 * @throws AppError pickup_not_found
 */
export async function getSharing(ctx: Ctx, pickupId: string): Promise<Sharing> {
  const { id: viewerId } = requireViewer(ctx);
  const today = regionDay(ctx.now());
  const pickup = await trips.findPickupRow(ctx.db, pickupId);
  const isOwner = pickup?.owner_id === viewerId;
  if (!pickup || !(isOwner || pickup.requester_id === viewerId)) throw notFound('pickup');
  const stop = await trips.findStop(ctx.db, pickupId);
  const driven = await trips.findOpenTripOf(ctx.db, pickupId);
  const trip = driven ?? (stop?.trip_id ? await trips.findTrip(ctx.db, stop.trip_id) : undefined);
  const goes_on = trip && !driven ? trip.day : null;
  const none = { way: null, trips: [], looking: [], is_looking: false, is_open: false, goes_on };
  if (isOwner) return { ...none, trip: null, acts: [] };
  const own = trip ? { ...toNear(trip), is_driver: driven !== undefined } : null;
  const is_looking = stop?.trip_id === null;
  const way = await findWay(ctx.db, pickup, viewerId);
  const canShare = pickup.kind !== 'service' && isToCome(pickup, today);
  const canLeave = driven === undefined && (is_looking ? canShare : isOn(trip, today));
  const acts: ShareAct[] = [
    ...(canShare && !trip && way ? (['join'] as const) : []),
    ...(canShare && !trip && way && !is_looking ? (['look'] as const) : []),
    ...(canShare && !trip && pickup.status === 'agreed' ? (['offer'] as const) : []),
    ...(canLeave ? (['leave'] as const) : []),
  ];
  const near = canShare && !trip && way ? await searchFor(ctx, way, pickup.day) : {};
  return { ...none, trip: own, way, is_looking, is_open: canShare, acts, ...near };
}

/** A locked pickup of the viewer's that is to come and shares nothing yet, with its way. */
async function requireFree(
  ctx: Ctx,
  tx: Executor,
  locked: LockedPickup,
  town: string | null,
): Promise<Way> {
  requireToCome(ctx, locked);
  const { pickup } = locked;
  const stop = await trips.findStop(tx, pickup.id);
  if (stop?.trip_id || (await trips.findOpenTripOf(tx, pickup.id)))
    throw new AppError('trip_exists');
  const way = town ? toWay(pickup, town) : await findWay(tx, pickup, requireViewer(ctx).id);
  if (!way) throw new AppError('trip_town_required');
  return way;
}

/**
 * Offers what is free on the truck of an agreed pickup; those who look for room that way are notified.
 * @throws AppError pickup_not_found, trip_not_yours, trip_before_agreement, trip_exists,
 *   trip_town_required, town_invalid, pickup_ended, contact_required, rate_limited
 */
export async function offerTrip(ctx: Ctx, pickupId: string, input: TripInput): Promise<Trip> {
  const { amount, unit, town } = input;
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
  const id = newId();
  await inPickupTransaction(ctx, pickupId, { invalidates: [] }, async (tx, locked) => {
    const way = await requireFree(ctx, tx, locked, town);
    if (locked.pickup.status !== 'agreed') throw new AppError('trip_before_agreement');
    await requirePhone(ctx, tx);
    await trips.deleteStop(tx, pickupId);
    const whose = { id, pickup_id: pickupId, driver_id: requireViewer(ctx).id };
    const room = { amount, amount_left: amount, unit };
    await trips.insertTrip(tx, {
      ...whose,
      ...way,
      ...room,
      created_at: ctx.now(),
      ended_at: null,
    });
    const search = toSearch(ctx, way, locked.pickup.day);
    for (const pickup of await trips.listNearLooking(tx, search))
      await notifyPickup(ctx, tx, pickup, { to: pickup.requester_id, news: 'tripOffered' });
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
    const looks = { pickup_id: pickupId, member_id: requireViewer(ctx).id, trip_id: null };
    await trips.setStop(tx, { ...looks, amount: null, ...way, created_at: ctx.now() });
  });
  return getSharing(ctx, pickupId);
}

/** Whether a stop on a trip has just what is wished for again, as after a press that was sent twice. */
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
  await getPickup(ctx, pickupId);
  const found = await trips.findTrip(ctx.db, trip_id);
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
    const { days } = toSearch(ctx, way, locked.pickup.day);
    if (!isSameWay(way, trip) || !days.includes(trip.day)) throw new AppError('trip_not_near');
    await requirePhone(ctx, tx);
    if (!(await trips.takeRoom(tx, trip_id, amount))) throw fieldError('amount', 'trip_full');
    const stop = { pickup_id: pickupId, member_id, trip_id, amount };
    await trips.setStop(tx, { ...stop, ...way, created_at: ctx.now() });
    const drivers = await trips.findPickupRow(tx, trip.pickup_id);
    if (drivers) await notifyPickup(ctx, tx, drivers, { to: trip.driver_id, news: 'tripJoined' });
  });
  return getTrip(ctx, trip_id);
}

/**
 * Takes a pickup of the viewer's off the truck that it goes with, or it looks for none any more. Repeating changes nothing.
 * @throws AppError pickup_not_found, trip_not_yours, trip_ended, rate_limited
 */
export async function leaveTripOf(ctx: Ctx, pickupId: string): Promise<Sharing> {
  const options = { invalidates: [], allowsSuspended: true };
  await inPickupTransaction(ctx, pickupId, options, async (tx, { isOwner }) => {
    if (isOwner) throw new AppError('trip_not_yours');
    const stop = await trips.findStop(tx, pickupId);
    const trip = stop?.trip_id ? await trips.findTrip(tx, stop.trip_id) : undefined;
    if (trip && trip.day < regionDay(ctx.now())) throw new AppError('trip_ended');
    await leaveTrip(ctx, tx, pickupId);
  });
  return getSharing(ctx, pickupId);
}

/**
 * Calls off a trip of the viewer's; its stops are notified, and the pickup stays. Repeating changes nothing.
 * @throws AppError trip_not_found, trip_not_yours, trip_ended, rate_limited
 */
export async function callOffTrip(ctx: Ctx, id: string): Promise<Trip> {
  const { pickup_id, is_driver, day } = await getTrip(ctx, id);
  if (!is_driver) throw new AppError('trip_not_yours');
  if (day < regionDay(ctx.now())) throw new AppError('trip_ended');
  const options = { invalidates: [], allowsSuspended: true };
  await inPickupTransaction(ctx, pickup_id, options, async (tx) => {
    const current = await trips.findOpenTripOf(tx, pickup_id);
    // Another may have begun since.
    if (current?.id === id) await callOffTripOf(ctx, tx, pickup_id);
  });
  return getTrip(ctx, id);
}

/** Lists the trips to come that the viewer drives, or that their pickups go with, the next first. */
export async function listTrips(ctx: Ctx): Promise<OwnTrip[]> {
  const { id } = requireViewer(ctx);
  const rows = await trips.listTripsOf(ctx.db, id, regionDay(ctx.now()));
  return rows.map((row) => Object.assign(toNear(row), { is_driver: row.driver_id === id }));
}

type StopRow = Awaited<ReturnType<typeof trips.listStops>>[number];
type MemberRow = Pick<StopRow, 'member_id' | 'first_name' | 'last_name' | 'role' | 'avatar_key'>;

const accountOf = (row: MemberRow): TripStop['account'] => {
  const { member_id, first_name, last_name, role, avatar_key } = row;
  if (member_id === null || first_name === null || last_name === null || role === null) return null;
  return toAccount({ member_id, first_name, last_name, role, avatar_key });
};

/** A stop, as the driver and the other stops see it. */
const toStop = (row: StopRow, viewerId: string, isDriver: boolean): TripStop => ({
  from_town: row.from_town,
  to_town: row.to_town,
  material: row.material,
  amount: row.amount ?? 0,
  is_own: row.stop_member_id === viewerId,
  account: isDriver ? accountOf(row) : null,
});

/** Whether the stops see the driver's number: until 14 days after the day, as of a pickup. */
const showsPhone = ({ day, status, ended_at }: trips.TripRow, today: string): boolean =>
  ended_at === null &&
  (status === 'agreed' || status === 'done') &&
  today <= addDays(day, REPORT_DAYS);

/**
 * @returns a trip whose driver the viewer is, or that one of their pickups goes with
 * @throws AppError trip_not_found
 */
export async function getTrip(ctx: Ctx, id: string): Promise<Trip> {
  const { id: viewerId } = requireViewer(ctx);
  const today = regionDay(ctx.now());
  const row = await trips.findVisibleTrip(ctx.db, viewerId, id);
  if (!row) throw notFound('trip');
  const is_driver = row.driver_id === viewerId;
  const stops = await trips.listStops(ctx.db, id);
  const own = is_driver ? row : stops.find((stop) => stop.stop_member_id === viewerId);
  if (!own) throw notFound('trip');
  return {
    ...toNear(row),
    pickup_id: own.pickup_id,
    is_driver,
    is_off: row.ended_at !== null || (row.status !== 'agreed' && row.status !== 'done'),
    amount: row.amount,
    vehicle: row.vehicle,
    driver: is_driver ? null : accountOf(row),
    phone: !is_driver && showsPhone(row, today) ? row.contact_phone : null,
    stops: stops.map((stop) => toStop(stop, viewerId, is_driver)),
    acts: isOn(row, today) ? [is_driver ? 'call_off' : 'leave'] : [],
  };
}
