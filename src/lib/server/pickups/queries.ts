import { type ExpressionBuilder, sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import { isNullOrNotBlocked } from '#lib/server/blocks/visibility-queries.ts';
import { lockRows } from '#lib/server/db/lock-rows.ts';
import type { Executor, PickupTable, Schema } from '#lib/server/db/schema.ts';
import { MEMBER_COLUMNS } from '#lib/server/members/queries.ts';

const OPEN_STATUSES: PickupTable['status'][] = ['requested', 'agreed'];
const ENDED_STATUSES: PickupTable['status'][] = ['declined', 'called_off', 'done'];

type Builder = ExpressionBuilder<Schema & { k: PickupTable }, 'k'>;

const isOf = (memberId: string) => (eb: Builder) =>
  eb.or([eb('k.owner_id', '=', memberId), eb('k.requester_id', '=', memberId)]);

/** The pickups of a member `k`, with their posts and the other member `m`. */
const pickupsOf = (db: Executor, memberId: string) =>
  db
    .selectFrom('pickups as k')
    .leftJoin('posts as p', 'p.id', 'k.post_id')
    .leftJoin('members as m', (join) =>
      join
        .on(
          'm.id',
          '=',
          sql<string>`case when k.owner_id = ${memberId} then k.requester_id else k.owner_id end`,
        )
        .on('m.disabled_at', 'is', null),
    )
    .where(isOf(memberId))
    .selectAll('k')
    .select([...MEMBER_COLUMNS, 'm.contact_phone', 'p.title'])
    // One of the two is the member.
    .select(
      sql<boolean>`${isNullOrNotBlocked(db, memberId, 'k.owner_id')}
        and ${isNullOrNotBlocked(db, memberId, 'k.requester_id')}`.as('is_other_visible'),
    );

/** A pickup with its post's title, and the other member, who is null once erased or disabled. */
export type PickupRow = Awaited<ReturnType<typeof listOpenPickups>>[number];

export const findPickup = (db: Executor, memberId: string, id: string) =>
  pickupsOf(db, memberId).where('k.id', '=', id).executeTakeFirst();

/** Those that are requested or agreed, the next first. @param after the last one's day and id */
export const listOpenPickups = (
  db: Executor,
  memberId: string,
  after: { day: string; id: string } | null,
  limit: number,
) =>
  pickupsOf(db, memberId)
    .where('k.status', 'in', OPEN_STATUSES)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(k.day, k.id) > (${after?.day}, ${after?.id})`),
    )
    .orderBy('k.day')
    .orderBy('k.id')
    .limit(limit)
    .execute();

/** Those that have ended, the newest first. */
export const listEndedPickups = (db: Executor, memberId: string, { cursor, limit }: ListQuery) =>
  pickupsOf(db, memberId)
    .where('k.status', 'in', ENDED_STATUSES)
    .$if(cursor !== null, (query) => query.where('k.id', '<', cursor ?? ''))
    .orderBy('k.id', 'desc')
    .limit(limit)
    .execute();

/** @returns the id of a member's open pickup of a post */
export const findOpenOf = async (
  db: Executor,
  memberId: string,
  postId: string,
): Promise<string | null> => {
  const query = db
    .selectFrom('pickups')
    .where('post_id', '=', postId)
    .where('requester_id', '=', memberId)
    .where('status', 'in', OPEN_STATUSES)
    .select('id');
  return (await query.executeTakeFirst())?.id ?? null;
};

/** Finds a pickup, and locks it until the transaction ends. */
export async function lockPickup(db: Executor, id: string): Promise<PickupTable | undefined> {
  await lockRows(db, 'pickups', [id]);
  return db.selectFrom('pickups').where('id', '=', id).selectAll().executeTakeFirst();
}

/** Lists the pickups of a post that have not ended. */
export const listOpenOfPost = (db: Executor, postId: string) =>
  db
    .selectFrom('pickups')
    .where('post_id', '=', postId)
    .where('status', 'in', OPEN_STATUSES)
    .orderBy('id')
    .selectAll()
    .execute();

/** Lists the pickups between two members that have not ended, and locks them, their listings first. */
export async function lockOpenBetween(
  db: Executor,
  memberId: string,
  otherId: string,
): Promise<PickupTable[]> {
  const between = db
    .selectFrom('pickups as k')
    .where(isOf(memberId))
    .where(isOf(otherId))
    .where('k.status', 'in', OPEN_STATUSES);
  const found = await between.select(['k.id', 'k.post_id']).execute();
  if (found.length === 0) return [];
  const postIds = found.flatMap(({ post_id }) => post_id ?? []);
  if (postIds.length > 0) await lockRows(db, 'listings', postIds);
  await lockRows(
    db,
    'pickups',
    found.map(({ id }) => id),
  );
  return between.orderBy('k.id').selectAll('k').execute();
}

/** Lists a member's pickups that have not ended. */
export const listOpenOfMember = (db: Executor, memberId: string) =>
  db
    .selectFrom('pickups as k')
    .where(isOf(memberId))
    .where('k.status', 'in', OPEN_STATUSES)
    .orderBy('k.post_id')
    .orderBy('k.id')
    .select(['k.id', 'k.post_id'])
    .execute();

export const findPostOfPickup = (db: Executor, id: string) =>
  db.selectFrom('pickups').where('id', '=', id).select('post_id').executeTakeFirst();

export const insertPickup = (db: Executor, pickup: PickupTable) =>
  db.insertInto('pickups').values(pickup).execute();

export const updatePickup = (db: Executor, id: string, values: Partial<PickupTable>) =>
  db.updateTable('pickups').set(values).where('id', '=', id).execute();

/** How much of a listing is agreed. @returns null when nothing is; the amount is 0 for a listing without amounts */
export async function sumAgreed(db: Executor, postId: string): Promise<{ amount: number } | null> {
  const { count, amount } = await db
    .selectFrom('pickups')
    .where('post_id', '=', postId)
    .where('status', '=', 'agreed')
    .select((eb) => [
      eb.fn.countAll().as('count'),
      eb.fn.sum<string | number | null>('amount').as('amount'),
    ])
    .executeTakeFirstOrThrow();
  return Number(count) === 0 ? null : { amount: Number(amount ?? 0) };
}

/** How the pickups of some members since a day went. */
export const listOutcomes = (db: Executor, memberIds: string[], since: string) =>
  db
    .selectFrom('pickups as k')
    .where((eb) =>
      eb.or([eb('k.owner_id', 'in', memberIds), eb('k.requester_id', 'in', memberIds)]),
    )
    .where('k.status', '=', 'done')
    .where('k.day', '>=', since)
    .select(['k.day', 'k.kind', 'k.kg', 'k.owner_id', 'k.requester_id', 'k.owner_result'])
    .select(['k.requester_result', 'k.owner_reason', 'k.requester_reason'])
    .execute();

export const findPhone = async (db: Executor, memberId: string): Promise<string | null> => {
  const query = db.selectFrom('members').where('id', '=', memberId).select('contact_phone');
  return (await query.executeTakeFirst())?.contact_phone ?? null;
};
