import type { Pickup } from '#lib/contract/pickups.ts';

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
export function hideOther(pickup: Pickup): Pickup {
  const own = new Set<Source>(['neutral', pickup.is_owner ? 'owner' : 'requester']);
  const hidden = Object.entries(SOURCES).filter(([, source]) => !own.has(source));
  return { ...pickup, ...Object.fromEntries(hidden.map(([name]) => [name, null])) };
}
