import { addDays } from '#lib/contract/days.ts';
import { UNSAID } from '#lib/server/exchange/pickups/queries.ts';
import { insertPickup } from '#lib/server/exchange/pickups/write-queries.ts';
import type { Executor, PickupTable } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';

/** Inserts a pickup: a request for tomorrow, unless given otherwise. */
export const addPickup = (db: Executor, given: Partial<PickupTable>): Promise<unknown> =>
  insertPickup(db, {
    ...UNSAID,
    id: newId(),
    post_id: null,
    owner_id: null,
    requester_id: null,
    kind: 'offer',
    material: 'rice-straw',
    town: '0304911000',
    amount: null,
    unit: null,
    day: addDays(regionDay(Date.now()), 1),
    requester_town: null,
    vehicle: null,
    note: null,
    place: null,
    status: 'requested',
    ended_by: null,
    reason: null,
    kg: null,
    sequence: 0,
    created_at: Date.now(),
    updated_at: Date.now(),
    ...given,
  });
