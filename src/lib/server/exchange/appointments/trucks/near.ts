// Pickups and trips on the same route that their members have opened to others. Only towns and numbers are shown
// (docs/decisions/0093-trips.md).
import { addDays } from '#lib/contract/days.ts';
import {
  type NearTrip,
  type OwnTrip,
  SAME_ROUTE_DAYS,
  SAME_ROUTE_KM,
  type Sharing,
  type Route,
} from '#lib/contract/exchange/trips.ts';
import { isPossible } from '#lib/server/exchange/appointments/acts.ts';
import { factsOf } from '#lib/server/exchange/appointments/facts.ts';
import { findAmount } from '#lib/server/exchange/appointments/queries.ts';
import { findListingDays, type ListingDays } from '#lib/server/exchange/stock/queries.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor, AmountAppointment } from '#lib/server/platform/db/schema.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { findTown, townsWithin } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { findJoinedTrip } from './end.ts';
import * as trips from './queries.ts';

type OwnPickup = Pick<
  AmountAppointment,
  | 'kind'
  | 'status'
  | 'day'
  | 'moved_to'
  | 'of_round'
  | 'owner_result'
  | 'requester_result'
  | 'town'
  | 'requester_town'
>;

/** @returns a pickup's route from loading to unloading. @param home the requester's town */
export const toRoute = ({ kind, town }: Pick<OwnPickup, 'kind' | 'town'>, home: string): Route =>
  kind === 'need' ? { from_town: home, to_town: town } : { from_town: town, to_town: home };

/** @returns null while the requester's town is unknown */
export async function findRoute(
  db: Executor,
  pickup: OwnPickup,
  requesterId: string,
): Promise<Route | null> {
  const home = pickup.requester_town ?? (await trips.findHome(db, requesterId));
  return home === null || pickup.kind === 'service' ? null : toRoute(pickup, home);
}

const codesNear = (code: string): string[] => {
  const town = findTown(code);
  return town ? townsWithin(town, SAME_ROUTE_KM).map((near) => near.town.code) : [];
};

/** Whether both ends of two routes are near each other. */
export const isSameRoute = (a: Route, b: Route): boolean =>
  codesNear(a.from_town).includes(b.from_town) && codesNear(a.to_town).includes(b.to_town);

/** @returns the days at most one day away */
export const daysAround = (day: string): string[] =>
  [-SAME_ROUTE_DAYS, 0, SAME_ROUTE_DAYS].map((away) => addDays(day, away));

/**
 * @param listing null when it is deleted
 * @returns the days on which a pickup can take place with a truck: as for requests, days when the listing is
 *   available; for a round, only its own day
 */
export const daysToShare = ({ day, of_round }: OwnPickup, listing: ListingDays | null): string[] =>
  daysAround(day).filter((each) => {
    if (each === day) return true;
    if (listing === null || of_round !== null) return false;
    return (listing.ready_on ?? each) <= each && each <= listing.until;
  });

/** @returns the search for the same route on future days */
export function toSearch(ctx: Ctx, { from_town, to_town }: Route, days: string[]): trips.Search {
  const { id: viewerId, stewardId = null } = requireViewer(ctx);
  return {
    viewerId,
    stewardId,
    from: codesNear(from_town),
    to: codesNear(to_town),
    days,
    today: regionDay(ctx.now()),
  };
}

/** @returns a trip, as shown to members who may join it */
export const toNear = (row: trips.TripRow): NearTrip => ({
  trip_id: row.id,
  day: row.day,
  from_town: row.from_town,
  to_town: row.to_town,
  unit: row.unit,
  amount_left: row.amount_left,
  stops: Number(row.stops),
});

const toOwn = (row: trips.TripRow, memberId: string): OwnTrip =>
  Object.assign(toNear(row), { is_driver: row.driver_id === memberId });

/** @returns when the calendar data of a trip last changed */
export const changedAt = ({ created_at, pickup_updated_at }: trips.TripRow): string =>
  new Date(Math.max(created_at, pickup_updated_at)).toISOString();

async function findDays({ db }: Ctx, pickup: AmountAppointment): Promise<string[]> {
  const { post_id } = pickup;
  const listing = post_id === null ? undefined : await findListingDays(db, post_id);
  return daysToShare(pickup, listing ?? null);
}

/** Whether no block hides a truck from the viewer, or from the steward who acts for them. */
async function isVisible(ctx: Ctx, { id }: trips.TripRow): Promise<boolean> {
  const { id: viewerId, stewardId = null } = requireViewer(ctx);
  return (await trips.findVisibleTrip(ctx.db, { viewerId, stewardId }, id)) !== undefined;
}

/** Finds trucks and pickups to share with. */
async function searchFor(ctx: Ctx, route: Route, days: string[]) {
  const search = toSearch(ctx, route, days);
  if (search.days.every((day) => day < search.today)) return { trips: [], looking: [] };
  const looking = await trips.countNearLooking(ctx.db, search);
  return {
    trips: (await trips.listNearTrips(ctx.db, search)).map(toNear),
    looking: looking.map((each) => Object.assign(each, { count: Number(each.count) })),
  };
}

/**
 * Lists trips and pickups that others have opened, on the route of the viewer's pickup and within a day of it. Only
 * towns and numbers are shown.
 */
export async function getSharing(ctx: Ctx, pickupId: string): Promise<Sharing> {
  const { id: viewerId } = requireViewer(ctx);
  const today = regionDay(ctx.now());
  const pickup = await findAmount(ctx.db, pickupId);
  const isOwner = pickup?.owner_id === viewerId;
  if (!pickup || !(isOwner || pickup.requester_id === viewerId)) throw notFound('pickup');
  const stop = await trips.findStop(ctx.db, pickupId);
  const driven = await trips.findOpenTripOf(ctx.db, pickupId);
  const trip = driven ?? (await findJoinedTrip(ctx.db, pickup, today));
  const goes_on = trip && !driven ? trip.day : null;
  const none = { way: null, trips: [], looking: [], is_looking: false, is_open: false, goes_on };
  if (isOwner) return { ...none, trip: null };
  const own = trip && (await isVisible(ctx, trip)) ? toOwn(trip, viewerId) : null;
  const is_looking = stop?.trip_id === null;
  const route = await findRoute(ctx.db, pickup, viewerId);
  const canShare = isPossible('join', factsOf(ctx, pickup, isOwner));
  const near =
    canShare && !trip && route ? await searchFor(ctx, route, await findDays(ctx, pickup)) : {};
  return { ...none, trip: own, way: route, is_looking, is_open: canShare, ...near };
}
