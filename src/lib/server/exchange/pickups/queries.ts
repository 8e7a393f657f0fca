import { type ExpressionBuilder, sql } from 'kysely';

import { addDays } from '#lib/contract/days.ts';
import { OPEN_STATUSES } from '#lib/contract/exchange/pickups.ts';
import { SAME_WAY_DAYS } from '#lib/contract/exchange/trips.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNullOrNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import {
  type ListParameters,
  listParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type { Executor, PickupTable, Schema } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

const ENDED_STATUSES: PickupTable['status'][] = ['declined', 'called_off', 'done'];

/** The day on which a pickup `k` takes place, as `takesPlaceOn`. */
export const TAKES_PLACE_ON = sql<string>`coalesce(k.moved_to, k.day)`;

type Builder = ExpressionBuilder<Schema & { k: PickupTable }, 'k'>;

/** Whether a pickup `k` takes place before a day: by the index, as none is moved further than a shared truck goes. */
export const takesPlaceBefore = (day: string) => (eb: Builder) =>
  eb.and([eb('k.day', '<', addDays(day, SAME_WAY_DAYS)), eb(TAKES_PLACE_ON, '<', day)]);

const isOf = (memberId: string) => (eb: Builder) =>
  eb.or([eb('k.owner_id', '=', memberId), eb('k.requester_id', '=', memberId)]);

/** The pickups of a member `k`, with their posts and the other member `m`. */
export const pickupsOf = (db: Executor, memberId: string) =>
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
    .leftJoin('standing_pickups as s', (join) =>
      join.onRef('s.id', '=', 'k.standing_id').on('s.ended_at', 'is', null),
    )
    .leftJoin('listings as l', 'l.post_id', 's.post_id')
    .where(isOf(memberId))
    .selectAll('k')
    .select(['s.agreed_at as standing_agreed_at', 'l.until as standing_until'])
    .select(['l.repeat_weeks', 'l.repeat_from'])
    .select([...MEMBER_COLUMNS, 'm.contact_phone', 'p.title'])
    .select((eb) =>
      eb
        .selectFrom('attachments as a')
        .whereRef('a.post_id', '=', 'k.post_id')
        .select('a.image_key')
        .orderBy('a.position')
        .limit(1)
        .as('image_key'),
    )
    // One of the two is the member.
    .select(
      sql<boolean>`${isNullOrNotBlocked(db, memberId, 'k.owner_id')}
        and ${isNullOrNotBlocked(db, memberId, 'k.requester_id')}`.as('is_other_visible'),
    );

/** A pickup with its post's title, and the other member, who is null once erased or disabled. */
export type PickupRow = Awaited<ReturnType<typeof listOpenPickups>>[number];

export const findPickup = (db: Executor, memberId: string, id: string) =>
  pickupsOf(db, memberId).where('k.id', '=', id).executeTakeFirst();

/** Which of them, from where on, and how many. */
interface OpenList {
  /** only what is agreed for each round */
  isStanding: boolean;
  /** the day on which the last one takes place, and its id */
  after: { day: string; id: string } | null;
  limit: number;
}

interface OpenValues {
  memberId: string;
  day: string | undefined;
  id: string | undefined;
}

interface OpenVariant extends Pick<OpenList, 'isStanding' | 'limit'> {
  isAfter: boolean;
}

const openOf = precompiled(
  (db, { memberId, day, id }: OpenValues, { isStanding, isAfter, limit }: OpenVariant) =>
    pickupsOf(db, memberId)
      .where('k.status', 'in', OPEN_STATUSES)
      .$if(isStanding, (query) => query.where('s.agreed_at', 'is not', null))
      .$if(isAfter, (query) =>
        query.where(sql<boolean>`(${TAKES_PLACE_ON}, k.id) > (${day}, ${id})`),
      )
      .orderBy(TAKES_PLACE_ON)
      .orderBy('k.id')
      .limit(sql.lit(limit)),
);

/** Those that are requested or agreed, the next first. */
export const listOpenPickups = (
  db: Executor,
  memberId: string,
  { isStanding, after, limit }: OpenList,
) =>
  openOf(
    db,
    { memberId, day: after?.day, id: after?.id },
    { isStanding, isAfter: after !== null, limit },
  );

/** Those that have ended, the newest first. */
export const listEndedPickups = (db: Executor, memberId: string, { cursor, limit }: ListQuery) =>
  pickupsOf(db, memberId)
    .where('k.status', 'in', ENDED_STATUSES)
    .$if(cursor !== null, (query) => query.where('k.id', '<', cursor ?? ''))
    .orderBy('k.id', 'desc')
    .limit(limit)
    .execute();

/** @returns the id of a member's open pickup of a post, the next of several; of rounds, only that of a day, if it is given */
export const findOpenOf = async (
  db: Executor,
  memberId: string,
  postId: string,
  day?: string,
): Promise<string | null> => {
  const query = db
    .selectFrom('pickups')
    .where('post_id', '=', postId)
    .where('requester_id', '=', memberId)
    .where('status', 'in', OPEN_STATUSES)
    .$if(day !== undefined, (open) =>
      open.where((eb) => eb.or([eb('of_round', 'is', null), eb('day', '=', day ?? '')])),
    )
    .orderBy('day')
    .limit(1)
    .select('id');
  return (await query.executeTakeFirst())?.id ?? null;
};

/** Whether a post's listing was requested, whatever became of it. */
export const wasRequested = async (db: Executor, postId: string): Promise<boolean> =>
  (await db
    .selectFrom('pickups')
    .where('post_id', '=', postId)
    .limit(1)
    .select('id')
    .executeTakeFirst()) !== undefined;

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
    .select(['k.id', 'k.post_id', 'k.day', 'k.of_round'])
    .execute();

/** Finds the two of a pickup. */
export const findTwo = (db: Executor, id: string) =>
  db
    .selectFrom('pickups')
    .where('id', '=', id)
    .select(['owner_id', 'requester_id', 'created_at'])
    .executeTakeFirst();

/** Finds what a pickup takes of, which does not change. */
export const findStockOf = (db: Executor, id: string) =>
  db
    .selectFrom('pickups')
    .where('id', '=', id)
    .select(['post_id', 'day', 'of_round'])
    .executeTakeFirst();

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

const outcomes = precompiled((db, values: { since: string } & ListParameters, count: number) => {
  const memberIds = listParameters(values, count);
  return db
    .selectFrom('pickups as k')
    .where((eb) =>
      eb.or([eb('k.owner_id', 'in', memberIds), eb('k.requester_id', 'in', memberIds)]),
    )
    .where('k.status', '=', 'done')
    .where('k.day', '>=', values.since)
    .select(['k.day', 'k.kind', 'k.kg', 'k.owner_id', 'k.requester_id', 'k.owner_result'])
    .select(['k.requester_result', 'k.owner_reason', 'k.requester_reason']);
});

/** How the pickups of some members since a day went. */
export const listOutcomes = (db: Executor, memberIds: string[], since: string) =>
  outcomes(db, Object.assign({ since }, memberIds), memberIds.length);

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
    .where(takesPlaceBefore(before))
    .limit(limit)
    .select('k.id')
    .execute();

/** What the two say of a pickup, before they have; it is of no round, and on its own day. */
export const UNSAID = {
  moved_to: null,
  of_round: null,
  standing_id: null,
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
  chases: null,
  outcome_reminded_at: null,
  agreed_at: null,
} satisfies Partial<PickupTable>;

/** What a pickup loses when neither of the two is left. */
const WITHOUT_MEMBERS: Partial<PickupTable> = {
  ...UNSAID,
  post_id: null,
  // The month of its day is all that is left of when it was.
  created_at: 0,
  updated_at: 0,
  sequence: 0,
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
