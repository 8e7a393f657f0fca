import { sql } from 'kysely';

import type { Executor, PickupTable } from '#lib/server/db/schema.ts';

/** What a pickup loses when neither of the two is left. */
const WITHOUT_MEMBERS: Partial<PickupTable> = {
  post_id: null,
  owner_coming: null,
  requester_coming: null,
  owner_result: null,
  requester_result: null,
  owner_kg: null,
  requester_kg: null,
  owner_reason: null,
  requester_reason: null,
  owner_corrected: null,
  requester_corrected: null,
  reminded_at: null,
  agreed_at: null,
  // The month of its day is all that is left of when it was.
  created_at: 0,
  updated_at: 0,
};

const ofMember = (db: Executor, memberId: string) =>
  db
    .selectFrom('pickups')
    .where((eb) => eb.or([eb('owner_id', '=', memberId), eb('requester_id', '=', memberId)]));

/**
 * Erases a member from pickups: what is not handed over is deleted, and so is what the two wrote. What was handed over
 * counts without them, and when the other is gone, too, without a day.
 */
export async function erasePickupsOf(db: Executor, memberId: string): Promise<void> {
  await db
    .deleteFrom('pickup_messages')
    .where('pickup_id', 'in', ofMember(db, memberId).select('id'))
    .execute();
  await db
    .deleteFrom('pickups')
    .where('id', 'in', ofMember(db, memberId).where('status', '<>', 'done').select('id'))
    .execute();
  await clearMember(db, memberId);
  await db
    .updateTable('pickups')
    .set({ ...WITHOUT_MEMBERS, day: sql<string>`substr(day, 1, 7) || '-01'` })
    .where('owner_id', 'is', null)
    .where('requester_id', 'is', null)
    .where('created_at', '>', 0)
    .execute();
}

async function clearMember(db: Executor, memberId: string): Promise<void> {
  await db
    .updateTable('pickups')
    .set({ owner_id: null, place: null, reason: null })
    .where('owner_id', '=', memberId)
    .execute();
  await db
    .updateTable('pickups')
    .set({ requester_id: null, requester_town: null, vehicle: null, note: null, reason: null })
    .where('requester_id', '=', memberId)
    .execute();
}
