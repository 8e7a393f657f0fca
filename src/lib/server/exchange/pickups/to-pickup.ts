import { addDays } from '#lib/contract/days.ts';
import type { Pickup } from '#lib/contract/exchange/pickups.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { distanceKm } from '#lib/server/platform/towns/distance.ts';
import { findTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { actsOf, isDiffering, REPORT_DAYS } from './pickup-states.ts';
import type { PickupRow } from './queries.ts';
import { getRecords } from './record.ts';

/** Who gave a field of a pickup, or whom it leads to: `other` is the one of the two that the viewer is not. */
type Source = 'neutral' | 'owner' | 'requester' | 'other';

/** Only what may be null can be hidden. */
type Sources = { [K in keyof Pickup]: null extends Pickup[K] ? Source : 'neutral' };

// Every field: a new one is not written before it is decided whose it is.
const SOURCES: Sources = {
  pickup_id: 'neutral',
  post_id: 'owner',
  title: 'owner',
  role: 'neutral',
  is_owner: 'neutral',
  status: 'neutral',
  material: 'neutral',
  amount: 'neutral',
  unit: 'neutral',
  town: 'neutral',
  day: 'neutral',
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
  acts: 'neutral',
  created_at: 'neutral',
  updated_at: 'neutral',
};

/** @returns a pickup without what the other gave: one of the two blocks the other */
function hideOther(pickup: Pickup): Pickup {
  const own = new Set<Source>(['neutral', pickup.is_owner ? 'owner' : 'requester']);
  const hidden = Object.entries(SOURCES).filter(([, source]) => !own.has(source));
  return { ...pickup, ...Object.fromEntries(hidden.map(([name]) => [name, null])) };
}

/** Whether the two see each other's phone number and the place: from the agreement until 14 days after the day. */
const showsContact = ({ status, day }: PickupRow, today: string): boolean =>
  (status === 'agreed' || status === 'done') && today <= addDays(day, REPORT_DAYS);

function distanceOf({ town, requester_town }: PickupRow): number | null {
  const [there, from] = [findTown(town), findTown(requester_town ?? '')];
  return there && from ? Math.round(distanceKm(there, from)) : null;
}

const accountOf = (row: PickupRow): Pickup['account'] => {
  const { member_id, first_name, last_name, role } = row;
  if (member_id === null || first_name === null || last_name === null || role === null) return null;
  return toAccount({ member_id, first_name, last_name, role, avatar_key: row.avatar_key });
};

/** What both reported, when their figures differ. */
function reportsOf(row: PickupRow, isOwner: boolean): Pickup['reports'] {
  const { owner_result, owner_kg, requester_result, requester_kg } = row;
  if (!isDiffering(row) || owner_result === null || requester_result === null) return null;
  const owner = { result: owner_result, kg: owner_kg ?? 0 };
  const requester = { result: requester_result, kg: requester_kg ?? 0 };
  return isOwner ? { own: owner, other: requester } : { own: requester, other: owner };
}

const isOpen = ({ status }: PickupRow): boolean => status === 'requested' || status === 'agreed';

/** A pickup as the viewer, who is one of the two, sees it. */
function toPickup(ctx: Ctx, row: PickupRow, record: Pickup['record']): Pickup {
  const is_owner = row.owner_id === requireViewer(ctx).id;
  const isContactShown = showsContact(row, regionDay(ctx.now()));
  const coming = is_owner ? row.owner_coming : row.requester_coming;
  const acts = actsOf(row, is_owner, regionDay(ctx.now()));
  const pickup: Pickup = {
    pickup_id: row.id,
    post_id: row.post_id,
    title: row.title,
    role: is_owner === (row.kind !== 'need') ? 'giving' : 'taking',
    is_owner,
    status: row.status,
    material: row.material,
    amount: row.amount,
    unit: row.unit,
    town: row.town,
    day: row.day,
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
    // Who blocks the other cannot write either.
    acts: acts.filter((act) => act !== 'message' || row.is_other_visible),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
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
