import { addDays } from '#lib/contract/days.ts';
import { type Pickup, type PickupAct, REPORT_DAYS } from '#lib/contract/exchange/pickups.ts';
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { largestImageUrl } from '#lib/contract/images.ts';
import { accountOf } from '#lib/server/people/members/service.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { distanceKm, findTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { actsOf, factsOf, isAgreed, isDiffering, isOpen, takesPlaceOn } from './acts.ts';
import { findPickup, type PickupRow } from './own-queries.ts';
import { getRecords } from './record.ts';

/** Who gave a field of a pickup, or whom it leads to: `other` is the one of the two that the viewer is not. */
type Source = 'neutral' | 'owner' | 'requester' | 'other';

/** Only what may be null can be hidden. */
type Sources = { [K in keyof Pickup]: null extends Pickup[K] ? Source : 'neutral' };

// All fields, so that none is added without a decision whose it is.
const SOURCES: Sources = {
  appointment_id: 'neutral',
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
const ownActs = (ctx: Ctx, row: PickupRow, isOwner: boolean): PickupAct[] =>
  actsOf(factsOf(ctx, row, isOwner)).filter((act) => {
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
    appointment_id: row.id,
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
    acts: ownActs(ctx, row, is_owner),
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
