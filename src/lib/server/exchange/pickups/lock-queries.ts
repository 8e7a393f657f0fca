// Pickups that are to be changed, with the day on which they take place: their table goes by it.
import { addDays } from '#lib/contract/days.ts';
import { SAME_WAY_DAYS } from '#lib/contract/exchange/trips.ts';
import { takesPlaceOn } from '#lib/server/exchange/trips/queries.ts';
import type { Executor, PickupTable } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

import { isOf, OPEN_STATUSES } from './queries.ts';

export interface DatedPickup extends PickupTable {
  takes_place_on: string;
}

const datedPickups = (db: Executor) =>
  db
    .selectFrom('pickups as k')
    .selectAll('k')
    .select((eb) => takesPlaceOn(eb).as('takes_place_on'));

/** Finds a pickup, and locks it until the transaction ends. */
export async function lockPickup(db: Executor, id: string): Promise<DatedPickup | undefined> {
  await lockRows(db, 'pickups', [id]);
  return datedPickups(db).where('k.id', '=', id).executeTakeFirst();
}

/** Locks pickups until the transaction ends. @returns them by their days, also those that have ended concurrently */
async function lockAll(db: Executor, ids: string[]): Promise<DatedPickup[]> {
  if (ids.length === 0) return [];
  await lockRows(db, 'pickups', ids);
  return datedPickups(db).where('k.id', 'in', ids).orderBy('k.day').orderBy('k.id').execute();
}

/** Lists those of each round that have not ended, and locks them. */
export async function lockOpenOfStanding(db: Executor, standingId: string): Promise<DatedPickup[]> {
  const open = db
    .selectFrom('pickups')
    .where('standing_id', '=', standingId)
    .where('status', 'in', OPEN_STATUSES)
    .select('id');
  return lockAll(
    db,
    (await open.execute()).map(({ id }) => id),
  );
}

/** Lists the pickups of a post that have not ended. */
export const listOpenOfPost = (db: Executor, postId: string): Promise<DatedPickup[]> =>
  datedPickups(db)
    .where('k.post_id', '=', postId)
    .where('k.status', 'in', OPEN_STATUSES)
    .orderBy('k.id')
    .execute();

/** Lists the pickups between two members that have not ended, and locks them, their listings first. */
export async function lockOpenBetween(
  db: Executor,
  memberId: string,
  otherId: string,
): Promise<DatedPickup[]> {
  const query = db
    .selectFrom('pickups as k')
    .where(isOf(memberId))
    .where(isOf(otherId))
    .where('k.status', 'in', OPEN_STATUSES)
    .select(['k.id', 'k.post_id']);
  const found = await query.execute();
  const postIds = found.flatMap(({ post_id }) => post_id ?? []);
  if (postIds.length > 0) await lockRows(db, 'listings', postIds);
  return lockAll(
    db,
    found.map(({ id }) => id),
  );
}

/** Lists the pickups with a status that take place before a day. */
export const listDue = (
  db: Executor,
  status: PickupTable['status'],
  before: string,
  limit: number,
) =>
  db
    .selectFrom('pickups as k')
    .where('k.status', '=', status)
    // By the index: a shared truck goes on no other days.
    .where('k.day', '<', addDays(before, SAME_WAY_DAYS))
    .where(takesPlaceOn, '<', before)
    .limit(limit)
    .select('k.id')
    .execute();
