import { sql } from 'kysely';

import { OPEN_STATUSES } from '#lib/contract/exchange/appointments.ts';
import { ACTIVE_STATUSES } from '#lib/contract/exchange/listings/listing-states.ts';
import { type Repeat, weekdayOf } from '#lib/contract/exchange/rounds.ts';
import type { Executor, ListingRoundTable, ListingTable } from '#lib/server/platform/db/schema.ts';

/** Lists listings whose rounds are due to be created by a day. */
export const listRoundsDue = (db: Executor, today: string, limit: number) =>
  db
    .selectFrom('listings')
    .where('repeat_weeks', 'is not', null)
    .where((eb) => eb.or([eb('rounds_due_on', 'is', null), eb('rounds_due_on', '<=', today)]))
    .where('status', 'in', ACTIVE_STATUSES)
    .where('until', '>=', today)
    .limit(limit)
    .select('post_id')
    .execute();

/** Inserts a round. @returns false when another call has already created it */
export const insertRound = async (db: Executor, round: ListingRoundTable): Promise<boolean> =>
  (await db
    .insertInto('listing_rounds')
    .values(round)
    .onConflict((conflict) => conflict.columns(['post_id', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst()) !== undefined;

/** Finds the fields that determine the rounds of a post's listing, if it has one. */
export const findRepeating = (db: Executor, postId: string) =>
  db
    .selectFrom('listings')
    .where('post_id', '=', postId)
    .select(['amount', 'status', 'repeat_weeks', 'repeat_from', 'ready_on', 'until'])
    .executeTakeFirst();

/** Lists the rounds of a post's listing that were made, from a day on. */
export const listRounds = (db: Executor, postId: string, from: string) =>
  db
    .selectFrom('listing_rounds')
    .where('post_id', '=', postId)
    .where('day', '>=', from)
    .select(['day', 'amount', 'amount_left'])
    .execute();

/** @returns the most that is agreed of a round from a day on */
export async function mostAgreed(db: Executor, postId: string, from: string): Promise<number> {
  const { most } = await db
    .selectFrom('listing_rounds')
    .where('post_id', '=', postId)
    .where('day', '>=', from)
    .select(sql<number | null>`max(amount - amount_left)`.as('most'))
    .executeTakeFirstOrThrow();
  return most ?? 0;
}

/**
 * Updates the rounds from a day on after a listing was changed: untouched rounds are deleted, to be created again;
 * the others get its amount.
 */
export async function restateRounds(
  db: Executor,
  { post_id, amount, repeat_weeks }: ListingTable,
  from: string,
): Promise<void> {
  await db
    .deleteFrom('listing_rounds as r')
    .where('r.post_id', '=', post_id)
    .where('r.day', '>=', from)
    // Some of today's round may have been picked up.
    .whereRef('r.amount_left', '=', 'r.amount')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('appointments as k')
            .whereRef('k.post_id', '=', 'r.post_id')
            .whereRef('k.day', '=', 'r.day')
            .where('k.of_round', '=', 1)
            .where('k.status', 'in', OPEN_STATUSES)
            .select('k.id'),
        ),
      ),
    )
    .execute();
  if (repeat_weeks === null || amount === null) return;
  const left = sql<number>`amount_left + ${amount} - amount`;
  await db
    .updateTable('listing_rounds')
    .set({ amount, amount_left: sql<number>`case when ${left} < 0 then 0 else ${left} end` })
    .where('post_id', '=', post_id)
    .where('day', '>=', from)
    .execute();
}

/** Finds how the listing of a post repeats. */
export async function findRepeat(db: Executor, postId: string): Promise<Repeat | null> {
  const found = await db
    .selectFrom('listings')
    .where('post_id', '=', postId)
    .select(['repeat_weeks', 'repeat_from'])
    .executeTakeFirst();
  if (!found?.repeat_weeks || found.repeat_from === null) return null;
  return { weeks: found.repeat_weeks, weekday: weekdayOf(found.repeat_from) };
}
