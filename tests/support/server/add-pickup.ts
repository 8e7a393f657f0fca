import { addDays } from '#lib/contract/days.ts';
import {
  AS_REQUESTED,
  insertAppointment,
  NO_HALF_DAY,
} from '#lib/server/exchange/appointments/queries.ts';
import type { AmountAppointment, Executor } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';

/** Inserts a pickup, by default a request for tomorrow. */
export const addPickup = (db: Executor, given: Partial<AmountAppointment>): Promise<unknown> =>
  insertAppointment(db, {
    ...AS_REQUESTED,
    ...NO_HALF_DAY,
    subject: 'amount',
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
    status: 'requested',
    created_at: Date.now(),
    updated_at: Date.now(),
    ...given,
  });
