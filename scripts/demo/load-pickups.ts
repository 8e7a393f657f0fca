import { addDays } from '#lib/contract/days.ts';
import type { Executor, ListingTable, PickupTable } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';

import { pickups } from './pickups.ts';
import { posts } from './posts.ts';
import type { DemoPickup } from './types.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const NOTICE = 2 * DAY;

/** What the loader knows of the demo. */
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

/** How it went, as the two report. */
function outcomeOf({ kg = [null, null], result = 'taken', why = null, status }: DemoPickup) {
  const [owner_kg, requester_kg] = kg;
  const reason = result === 'not' ? why : null;
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

/** Requested two days before its day, or lately. */
function toRow(pickup: DemoPickup, listing: ListingTable, loaded: Loaded): PickupTable {
  const { now, members } = loaded;
  const owner = posts.find(({ key }) => key === pickup.listing)?.author ?? '';
  const created_at = Math.min(now - HOUR, now + pickup.dayIn * DAY - NOTICE);
  const isAgreed = pickup.status === 'agreed' || pickup.status === 'done';
  const requester_id = idOf(members, pickup.by);
  return {
    id: idAt(created_at),
    post_id: listing.post_id,
    owner_id: idOf(members, owner),
    requester_id,
    kind: listing.kind,
    material: listing.material,
    town: listing.town,
    amount: pickup.amount,
    unit: listing.unit,
    day: addDays(regionDay(now), pickup.dayIn),
    requester_town: null,
    vehicle: pickup.vehicle ?? null,
    note: pickup.note ?? null,
    place: pickup.place ?? null,
    status: pickup.status,
    ended_by: pickup.status === 'called_off' ? requester_id : null,
    reason: pickup.reason ?? null,
    owner_coming: null,
    requester_coming: null,
    ...outcomeOf(pickup),
    reminded_at: null,
    chases: null,
    outcome_reminded_at: null,
    created_at,
    updated_at: created_at,
    agreed_at: isAgreed ? created_at : null,
    of_round: null,
    standing_id: null,
  };
}

/** Loads the pickups of listings, with what the two wrote. */
export async function loadPickups(tx: Executor, loaded: Loaded): Promise<void> {
  for (const pickup of pickups) {
    const postId = idOf(loaded.posts, pickup.listing);
    const query = tx.selectFrom('listings').where('post_id', '=', postId).selectAll();
    const row = toRow(pickup, await query.executeTakeFirstOrThrow(), loaded);
    await tx.insertInto('pickups').values(row).execute();
    for (const [index, [member, content]] of (pickup.messages ?? []).entries()) {
      const created_at = row.created_at + (index + 1) * 60_000;
      const member_id = idOf(loaded.members, member);
      const message = { id: idAt(created_at), pickup_id: row.id, member_id, content, created_at };
      await tx.insertInto('pickup_messages').values(message).execute();
    }
  }
}
