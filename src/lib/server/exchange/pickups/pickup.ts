import { addDays } from '#lib/contract/days.ts';
import type { MemberActivity } from '#lib/contract/exchange/member-activity.ts';
import {
  type Pickup,
  type PickupAct,
  type PickupRecord,
  REPORT_DAYS,
} from '#lib/contract/exchange/pickups.ts';
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { largestImageUrl } from '#lib/contract/images.ts';
import {
  actsOf,
  type Facts,
  isAgreed,
  isDiffering,
  isOpen,
  ofAmount,
  takesPlaceOn,
} from '#lib/server/exchange/appointments/acts.ts';
import { lockStock, type Stock } from '#lib/server/exchange/rounds/queries.ts';
import { accountOf } from '#lib/server/people/members/service.ts';
import { lockViewer, lockViewerAnd, type WriteOptions } from '#lib/server/people/viewer/service.ts';
import { type Ctx, handOf, requireViewer, type Services } from '#lib/server/platform/context.ts';
import type { Executor, PickupTable } from '#lib/server/platform/db/schema.ts';
import { transact, type TransactionOptions } from '#lib/server/platform/db/transact.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { distanceKm, findTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import {
  findOpenOf,
  findPickup,
  findStockOf,
  listOutcomes,
  lockPickup,
  type PickupRow,
} from './queries.ts';

const MONTHS_12 = 365;
const RECENT_DAYS = 90;
// Fewer are not significant.
const MIN_AGREED = 3;

type Outcome = Awaited<ReturnType<typeof listOutcomes>>[number];

/** Whether the member did as agreed, according to the other; null when unknown, or for another reason. */
function wasFulfilled(memberId: string, outcome: Outcome): boolean | null {
  const isOwner = outcome.owner_id === memberId;
  const result = isOwner ? outcome.requester_result : outcome.owner_result;
  const reason = isOwner ? outcome.requester_reason : outcome.owner_reason;
  if (result === null) return null;
  return result === 'not' ? (reason === 'other' ? null : false) : true;
}

/**
 * Counts how often a member did as agreed. One miss of the last 90 days is left out until there is a second.
 * @returns null below three pickups
 */
function countRecord(memberId: string, outcomes: Outcome[], today: string): PickupRecord | null {
  const known = outcomes.map((outcome) => ({
    day: outcome.day,
    isFulfilled: wasFulfilled(memberId, outcome),
  }));
  const fulfilled = known.filter(({ isFulfilled }) => isFulfilled === true).length;
  const missed = known.filter(({ isFulfilled }) => isFulfilled === false);
  const recent = missed.filter(({ day }) => day > addDays(today, -RECENT_DAYS));
  const misses = missed.length - (recent.length === 1 ? 1 : 0);
  const agreed = fulfilled + misses;
  return agreed < MIN_AGREED ? null : { fulfilled, agreed };
}

/** Whether a member's part in a pickup was to hand over. */
const isHandingOver = (memberId: string, { owner_id, kind }: Outcome): boolean =>
  (owner_id === memberId) === (kind !== 'need');

/** @returns null for fewer than three: they would say when a single pickup was */
const unlessFew = (count: number): number | null => (count < MIN_AGREED ? null : count);

async function listLastYear({ db, now }: Services, memberIds: string[]): Promise<Outcome[]> {
  if (memberIds.length === 0) return [];
  return listOutcomes(db, memberIds, addDays(regionDay(now()), -MONTHS_12));
}

/** The records of some members of the last twelve months; null below three pickups. */
async function getRecords(
  services: Services,
  memberIds: string[],
): Promise<Map<string, PickupRecord | null>> {
  const ids = [...new Set(memberIds)];
  const outcomes = await listLastYear(services, ids);
  const today = regionDay(services.now());
  return new Map(
    ids.map((id) => {
      const own = outcomes.filter((each) => each.owner_id === id || each.requester_id === id);
      return [id, countRecord(id, own, today)];
    }),
  );
}

/** What all members see of a member's pickups of the last twelve months: numbers, and none of fewer than three. */
export async function getPublicRecord(
  services: Services,
  memberId: string,
): Promise<MemberActivity['record']> {
  const outcomes = await listLastYear(services, [memberId]);
  const done = outcomes.filter(({ kg }) => Number(kg) > 0);
  const handedOver = done.filter((each) => isHandingOver(memberId, each)).length;
  return {
    handed_over: unlessFew(handedOver),
    picked_up: unlessFew(done.length - handedOver),
    appointments: countRecord(memberId, outcomes, regionDay(services.now())),
  };
}

/** Who gave a field of a pickup, or whom it leads to: `other` is the one of the two that the viewer is not. */
type Source = 'neutral' | 'owner' | 'requester' | 'other';

/** Only what may be null can be hidden. */
type Sources = { [K in keyof Pickup]: null extends Pickup[K] ? Source : 'neutral' };

// All fields, so that none is added without a decision whose it is.
const SOURCES: Sources = {
  pickup_id: 'neutral',
  post_id: 'owner',
  title: 'owner',
  picture: 'owner',
  role: 'neutral',
  is_owner: 'neutral',
  status: 'neutral',
  material: 'neutral',
  amount: 'neutral',
  unit: 'neutral',
  town: 'neutral',
  day: 'neutral',
  takes_place_on: 'neutral',
  vehicle: 'requester',
  note: 'requester',
  reason: 'other',
  account: 'other',
  record: 'other',
  requester_town: 'requester',
  distance_km: 'requester',
  phone: 'other',
  place: 'owner',
  is_coming: 'neutral',
  has_outcome: 'neutral',
  kg: 'neutral',
  reports: 'other',
  standing: 'neutral',
  acts: 'neutral',
  created_at: 'neutral',
  updated_at: 'neutral',
  sequence: 'neutral',
};

/** @returns a pickup without what the other gave: one of the two blocks the other */
function hideOther(pickup: Pickup): Pickup {
  const own = new Set<Source>(['neutral', pickup.is_owner ? 'owner' : 'requester']);
  const hidden = Object.entries(SOURCES).filter(([, source]) => !own.has(source));
  return { ...pickup, ...Object.fromEntries(hidden.map(([name]) => [name, null])) };
}

/** Whether the two see each other's phone number and the place: from the agreement until 14 days after it takes place. */
const showsContact = (row: PickupRow, today: string): boolean =>
  isAgreed(row) && today <= addDays(takesPlaceOn(row), REPORT_DAYS);

function distanceOf({ town, requester_town }: PickupRow): number | null {
  const [there, from] = [findTown(town), findTown(requester_town ?? '')];
  return there && from ? Math.round(distanceKm(there, from)) : null;
}

/** What both reported, when their figures differ. */
function reportsOf(row: PickupRow, isOwner: boolean): Pickup['reports'] {
  const { owner_result, owner_kg, requester_result, requester_kg } = row;
  if (!isDiffering(row) || owner_result === null || requester_result === null) return null;
  const owner = { result: owner_result, kg: owner_kg ?? 0 };
  const requester = { result: requester_result, kg: requester_kg ?? 0 };
  return isOwner ? { own: owner, other: requester } : { own: requester, other: owner };
}

/** How often there is such a pickup, of an agreement that goes on. */
function standingOf(row: PickupRow): Pickup['standing'] {
  const { standing_id, repeat_weeks: weeks, repeat_from, standing_until: until } = row;
  if (standing_id === null || weeks === null || repeat_from === null || until === null) return null;
  return { standing_id, weeks, weekday: weekdayOf(repeat_from), until };
}

/** @returns what the viewer may do: without what the row does not show its table */
const ownActs = (row: PickupRow, isOwner: boolean, today: string): PickupAct[] =>
  actsOf(ofAmount(row, { today, isOwner })).filter((act) => {
    if (act === 'skip' || act === 'stop') return row.standing_agreed_at !== null;
    // Who blocks the other cannot write either.
    return act !== 'message' || row.is_other_visible;
  });

/** A pickup as the viewer, who is one of the two, sees it. */
function toPickup(ctx: Ctx, row: PickupRow, record: Pickup['record']): Pickup {
  const is_owner = row.owner_id === requireViewer(ctx).id;
  const today = regionDay(ctx.now());
  const isContactShown = showsContact(row, today);
  const coming = is_owner ? row.owner_coming : row.requester_coming;
  const pickup: Pickup = {
    pickup_id: row.id,
    post_id: row.post_id,
    title: row.title,
    picture: row.image_key && largestImageUrl(row.image_key),
    role: is_owner === (row.kind !== 'need') ? 'giving' : 'taking',
    is_owner,
    status: row.status,
    material: row.material,
    amount: row.amount,
    unit: row.unit,
    town: row.town,
    day: row.day,
    takes_place_on: takesPlaceOn(row),
    vehicle: row.vehicle,
    note: row.note,
    reason: row.reason,
    account: accountOf(row),
    record,
    requester_town: row.requester_town,
    distance_km: distanceOf(row),
    phone: isContactShown ? row.contact_phone : null,
    place: isContactShown ? row.place : null,
    is_coming: coming === null ? null : coming === 1,
    has_outcome: (is_owner ? row.owner_result : row.requester_result) !== null,
    kg: row.kg,
    reports: reportsOf(row, is_owner),
    standing: standingOf(row),
    acts: ownActs(row, is_owner, today),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    sequence: row.sequence,
  };
  return row.is_other_visible ? pickup : hideOther(pickup);
}

/** Pickups as the viewer, who is one of the two of each, sees them. */
export async function toPickups(ctx: Ctx, rows: PickupRow[]): Promise<Pickup[]> {
  const others = rows.filter(isOpen).flatMap(({ member_id }) => member_id ?? []);
  const records = await getRecords(ctx, others);
  return rows.map((row) =>
    toPickup(ctx, row, isOpen(row) ? (records.get(row.member_id ?? '') ?? null) : null),
  );
}

/**
 * @param day of a round, where the listing repeats
 * @returns the id of the viewer's open pickup of a listing; null when there is none, or for a guest
 */
export const findOpenPickup = async (
  { db, viewer }: Ctx,
  postId: string,
  day?: string,
): Promise<string | null> => viewer && findOpenOf(db, viewer.id, postId, day);

/** A locked pickup with the listing that it is of, and who of the two the viewer is. */
export interface LockedPickup {
  pickup: PickupTable;
  /** or the round of it; null once the post or its listing is deleted */
  listing: Stock | null;
  isOwner: boolean;
}

/** @returns what the table of acts asks of it (`acts.ts`) */
export const factsOf = (
  { now }: Ctx,
  { pickup, isOwner }: Pick<LockedPickup, 'pickup' | 'isOwner'>,
): Facts => ofAmount(pickup, { today: regionDay(now()), isOwner });

/** Locks the listing first, as everything does that changes what is left. */
async function lock(ctx: Ctx, tx: Executor, id: string): Promise<LockedPickup> {
  const viewerId = requireViewer(ctx).id;
  const taken = await findStockOf(tx, id);
  const listing = taken ? await lockStock(tx, taken) : null;
  const pickup = await lockPickup(tx, id);
  const isOwner = pickup?.owner_id === viewerId;
  if (!pickup || !(isOwner || pickup.requester_id === viewerId)) throw notFound('pickup');
  return { pickup, listing, isOwner };
}

/**
 * @returns a pickup of the viewer's
 * @throws AppError pickup_not_found
 */
export async function getPickup(ctx: Ctx, id: string): Promise<Pickup> {
  const row = await findPickup(ctx.db, requireViewer(ctx).id, id);
  if (!row) throw notFound('pickup');
  const [pickup] = await toPickups(ctx, [row]);
  if (!pickup) throw notFound('pickup');
  return pickup;
}

export const LIMITS = defineLimits({
  requestPickup: { what: "a member's questions for a pickup", points: 30, seconds: 86_400 },
  changePickup: { what: "a member's changes of pickups", points: 120, seconds: 600 },
  sendPickupMessage: { what: "a member's messages about pickups", points: 60, seconds: 600 },
});

/**
 * Runs a transaction about a pickup of the viewer's.
 * @param options `alsoLocks`: another member, with whom something begins
 * @returns the pickup after it
 * @throws AppError pickup_not_found, rate_limited
 */
export async function inPickupTransaction(
  ctx: Ctx,
  id: string,
  options: TransactionOptions & WriteOptions & { alsoLocks?: string },
  work: (tx: Executor, locked: LockedPickup) => Promise<void>,
): Promise<Pickup> {
  await ctx.limits.consume(LIMITS.changePickup, handOf(ctx));
  await ctx.events.subjectSeen(ctx, { noun: 'pickup', id });
  await transact(ctx, options, async (tx) => {
    const { alsoLocks } = options;
    if (alsoLocks === undefined) await lockViewer(ctx, tx, options);
    else await lockViewerAnd(ctx, tx, alsoLocks, options);
    await work(tx, await lock(ctx, tx, id));
  });
  return getPickup(ctx, id);
}
