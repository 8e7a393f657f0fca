import { addDays } from '#lib/contract/days.ts';
import type { Pickup } from '#lib/contract/pickups.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { toAccount } from '#lib/server/members/service.ts';
import { distanceKm } from '#lib/server/towns/distance.ts';
import { findTown } from '#lib/server/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { hideOther } from './hide-other.ts';
import type { PickupRow } from './queries.ts';
import { getRecord } from './record.ts';

const CONTACT_DAYS = 14;

/** Whether the two see each other's phone number and the place: from the agreement until 14 days after the day. */
const showsContact = ({ status, day }: PickupRow, today: string): boolean =>
  (status === 'agreed' || status === 'done') && today <= addDays(day, CONTACT_DAYS);

function distanceOf({ town, requester_town }: PickupRow): number | null {
  const [there, from] = [findTown(town), findTown(requester_town ?? '')];
  return there && from ? Math.round(distanceKm(there, from)) : null;
}

const accountOf = (row: PickupRow): Pickup['account'] => {
  const { member_id, first_name, last_name, role } = row;
  if (member_id === null || first_name === null || last_name === null || role === null) return null;
  return toAccount({ member_id, first_name, last_name, role, avatar_key: row.avatar_key });
};

/** A pickup as the viewer, who is one of the two, sees it. */
export async function toPickup(ctx: Ctx, row: PickupRow): Promise<Pickup> {
  const is_owner = row.owner_id === requireViewer(ctx).id;
  const isContactShown = showsContact(row, regionDay(ctx.now()));
  const coming = is_owner ? row.owner_coming : row.requester_coming;
  const isOpen = row.status === 'requested' || row.status === 'agreed';
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
    record: isOpen && row.member_id ? await getRecord(ctx, row.member_id) : null,
    requester_town: row.requester_town,
    distance_km: distanceOf(row),
    phone: isContactShown ? row.contact_phone : null,
    place: isContactShown ? row.place : null,
    is_coming: coming === null ? null : coming === 1,
    has_outcome: (is_owner ? row.owner_result : row.requester_result) !== null,
    kg: row.kg,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
  return row.is_other_visible ? pickup : hideOther(pickup);
}
