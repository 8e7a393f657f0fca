import { addDays } from '#lib/contract/days.ts';
import { AS_REQUESTED, NO_HALF_DAY } from '#lib/server/exchange/appointments/queries.ts';
import { daysAhead } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import type { AmountAppointment, Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { idAt, newId } from '#lib/server/platform/new-id.ts';
import { findTownsByName } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { pickups } from './pickups.ts';
import { posts } from './posts.ts';
import type { DemoPickup } from './types.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const NOTICE = 2 * DAY;

interface Loaded {
  /** ids by key */
  members: Map<string, string>;
  posts: Map<string, string>;
  /** milliseconds since 1970 */
  now: number;
}

function idOf(ids: Map<string, string>, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`Unknown key in the demo's pickups: ${key}`);
  return id;
}

function townOf([name, province]: [string, string]): string {
  const [town] = findTownsByName(name, province);
  if (!town) throw new Error(`Unknown town in the demo's pickups: ${name}`);
  return town.code;
}

/** The outcome that both members report. */
function outcomeOf({
  kg = [null, null],
  result = 'taken',
  outcomeReason = null,
  status,
}: DemoPickup) {
  const [owner_kg, requester_kg] = kg;
  const reason = result === 'not' ? outcomeReason : null;
  return {
    owner_kg,
    requester_kg,
    owner_result: owner_kg === null ? null : result,
    requester_result: requester_kg === null ? null : result,
    owner_reason: owner_kg === null ? null : reason,
    requester_reason: requester_kg === null ? null : reason,
    owner_corrected: null,
    requester_corrected: null,
    kg: status === 'done' ? Math.min(owner_kg ?? 0, requester_kg ?? 0) : null,
  };
}

type PickupRow = AmountAppointment & Record<'owner_id' | 'requester_id', string>;

/** @returns the row of a pickup, requested two days before its day, and at least an hour ago */
function toRow(pickup: DemoPickup, listing: ListingTable, loaded: Loaded): PickupRow {
  const { now, members } = loaded;
  const owner = posts.find(({ key }) => key === pickup.listing)?.author ?? '';
  const created_at = Math.min(now - HOUR, now + pickup.dayIn * DAY - NOTICE);
  const isAgreed = pickup.status === 'agreed' || pickup.status === 'done';
  const requester_id = idOf(members, pickup.by);
  return {
    ...AS_REQUESTED,
    ...NO_HALF_DAY,
    id: idAt(created_at),
    post_id: listing.post_id,
    owner_id: idOf(members, owner),
    requester_id,
    subject: 'amount',
    kind: listing.kind,
    material: listing.material,
    town: listing.town,
    amount: pickup.amount,
    unit: listing.unit,
    day: addDays(regionDay(now), pickup.dayIn),
    requester_town: pickup.from ? townOf(pickup.from) : null,
    vehicle: pickup.vehicle ?? null,
    note: pickup.note ?? null,
    place: pickup.place ?? null,
    status: pickup.status,
    ended_by: pickup.status === 'called_off' ? requester_id : null,
    reason: pickup.reason ?? null,
    ...outcomeOf(pickup),
    created_at,
    updated_at: created_at,
    agreed_at: isAgreed ? created_at : null,
  };
}

/** The future rounds of a standing pickup, with the listing's rounds that they use. */
async function loadEachRound(
  tx: Executor,
  listing: ListingTable,
  pickup: PickupRow,
): Promise<void> {
  const { post_id, amount } = listing;
  const { owner_id, requester_id, created_at, agreed_at } = pickup;
  if (amount === null || pickup.amount === null) throw new Error('No amount of each round');
  const days = daysAhead(listing, pickup.day);
  const standing = { post_id, owner_id, requester_id, created_at, agreed_at };
  const [first_on = pickup.day] = days;
  const id = idAt(created_at);
  await tx
    .insertInto('standing_appointments')
    .values({ ...standing, id, amount: pickup.amount, first_on, ended_at: null, ended_by: null })
    .execute();
  for (const day of days) {
    const amount_left = amount - pickup.amount;
    await tx
      .insertInto('listing_rounds')
      .values({ post_id, day, amount, amount_left, created_at })
      .execute();
    const of = { id: idAt(created_at), standing_id: id, of_round: 1 as const, day };
    await tx
      .insertInto('appointments')
      .values({ ...pickup, ...of })
      .execute();
  }
}

/** The ids of trips by listing and driver. */
type Trips = Map<string, string>;

/** Loads the free space of a truck, or the truck that a pickup shares; drivers come first. */
async function loadTrip(tx: Executor, row: AmountAppointment, pickup: DemoPickup, trips: Trips) {
  const { id: appointment_id, requester_id, requester_town, created_at } = row;
  const member_id = requester_id ?? '';
  const way = { from_town: row.town, to_town: requester_town ?? '' };
  const { listing, by, room, shares } = pickup;
  if (room) {
    const trip = { id: newId(), appointment_id, driver_id: member_id, ...way, ...room };
    const amount_left = room.amount;
    await tx
      .insertInto('trips')
      .values({ ...trip, amount_left, created_at, ended_at: null })
      .execute();
    trips.set(`${listing} ${by}`, trip.id);
  }
  if (!shares) return;
  const trip_id = shares.with === null ? null : idOf(trips, `${listing} ${shares.with}`);
  const stop = { appointment_id, member_id, trip_id, amount: shares.amount, ...way };
  await tx
    .insertInto('trip_stops')
    .values({ ...stop, created_at })
    .execute();
  if (trip_id !== null)
    await tx
      .updateTable('trips')
      .set((eb) => ({ amount_left: eb('amount_left', '-', shares.amount ?? 0) }))
      .where('id', '=', trip_id)
      .execute();
}

/** Loads the pickups of listings, with their messages. */
export async function loadPickups(tx: Executor, loaded: Loaded): Promise<void> {
  const trips: Trips = new Map();
  for (const pickup of pickups) {
    const postId = idOf(loaded.posts, pickup.listing);
    const query = tx.selectFrom('listings').where('post_id', '=', postId).selectAll();
    const listing = await query.executeTakeFirstOrThrow();
    const row = toRow(pickup, listing, loaded);
    if (pickup.eachRound) {
      await loadEachRound(tx, listing, row);
      continue;
    }
    await tx.insertInto('appointments').values(row).execute();
    await loadTrip(tx, row, pickup, trips);
    for (const [index, [member, content]] of (pickup.messages ?? []).entries()) {
      const created_at = row.created_at + (index + 1) * 60_000;
      const member_id = idOf(loaded.members, member);
      const message = {
        id: idAt(created_at),
        appointment_id: row.id,
        member_id,
        content,
        created_at,
      };
      await tx.insertInto('appointment_messages').values(message).execute();
    }
  }
}
