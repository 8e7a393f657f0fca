import { sql } from 'kysely';

import { OPEN_STATUSES } from '#lib/contract/exchange/appointments.ts';
import { ACTIVE_STATUSES, isActive } from '#lib/contract/exchange/listing-states.ts';
import { type Repeat, weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { lockListing, updateListing } from '#lib/server/exchange/listings/queries.ts';
import type {
  AmountAppointment,
  AppointmentTable,
  Executor,
  ListingRoundTable,
  ListingTable,
  StandingAppointmentTable,
} from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

/** Lists the listings of which rounds are to be made by a day. */
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

/** @returns whether this call has made it, as no other has */
export const insertRound = async (db: Executor, round: ListingRoundTable): Promise<boolean> =>
  (await db
    .insertInto('listing_rounds')
    .values(round)
    .onConflict((conflict) => conflict.columns(['post_id', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst()) !== undefined;

/** Finds what the rounds of a post's listing follow from, if it has one. */
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

/** Lists the days of the rounds of which a member has an open pickup. */
export const listRequestedDays = async (
  db: Executor,
  postId: string,
  memberId: string,
): Promise<string[]> => {
  const query = db
    .selectFrom('appointments')
    .where('post_id', '=', postId)
    .where('requester_id', '=', memberId)
    .where('of_round', '=', 1)
    .where('status', 'in', OPEN_STATUSES)
    .select('day');
  return (await query.execute()).map(({ day }) => day);
};

/** What a pickup takes from: a listing, or one of its rounds, as if the listing were that alone. */
export interface Stock extends ListingTable {
  /** the day of the round; null for the listing itself */
  round: string | null;
}

/** Finds what a pickup takes from, and locks the listing until the transaction ends, which all of its changes do first. */
export async function lockStock(
  db: Executor,
  { post_id, day, of_round }: Pick<AppointmentTable, 'post_id' | 'day' | 'of_round'>,
): Promise<Stock | null> {
  const listing = post_id === null ? undefined : await lockListing(db, post_id);
  if (!listing) return null;
  if (of_round === null) return { ...listing, round: null };
  const round = await db
    .selectFrom('listing_rounds')
    .where('post_id', '=', listing.post_id)
    .where('day', '=', day)
    .select(['amount', 'amount_left'])
    .executeTakeFirst();
  const status = isActive(listing.status) ? 'open' : listing.status;
  return { ...listing, amount_left: 0, ...round, status, round: day };
}

/** Changes what is left of a listing or a round; of a round, nothing else. */
export async function updateStock(
  db: Executor,
  { post_id, round }: Stock,
  change: Partial<ListingTable>,
): Promise<void> {
  const { amount_left } = change;
  if (round === null) await updateListing(db, post_id, change);
  else if (typeof amount_left === 'number')
    await db
      .updateTable('listing_rounds')
      .set({ amount_left })
      .where('post_id', '=', post_id)
      .where('day', '=', round)
      .execute();
}

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
 * Changes the rounds from a day on of a listing that its owner states again: those of which nothing was requested or taken are
 * deleted, to be made again as it says now, and the others have its amount.
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
    // Of today's, something may have been fetched.
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

export const insertStanding = (db: Executor, standing: StandingAppointmentTable) =>
  db.insertInto('standing_appointments').values(standing).execute();

export const findStanding = (db: Executor, id: string) =>
  db.selectFrom('standing_appointments').where('id', '=', id).selectAll().executeTakeFirst();

/** Those that are agreed and go on, the first one first. */
export const listStandingOf = (db: Executor, postId: string) =>
  db
    .selectFrom('standing_appointments')
    .where('post_id', '=', postId)
    .where('agreed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('agreed_at')
    .orderBy('id')
    .selectAll()
    .execute();

/** @returns how much of each round is agreed ahead */
export const sumAhead = async (db: Executor, postId: string): Promise<number> =>
  (await listStandingOf(db, postId)).reduce((sum, { amount }) => sum + amount, 0);

export const setStandingAgreed = (db: Executor, id: string, now: number) =>
  db.updateTable('standing_appointments').set({ agreed_at: now }).where('id', '=', id).execute();

/**
 * Ends what was requested or agreed for each round: no further round has it.
 * @param by null when neither stopped it
 * @returns false when it has ended before
 */
export const setStandingEnded = async (
  db: Executor,
  id: string,
  { by, now }: { by: string | null; now: number },
): Promise<boolean> =>
  (await db
    .updateTable('standing_appointments')
    .set({ ended_at: now, ended_by: by })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Lists what goes on of a member, or between them and another, in the order in which listings are locked. */
export const listStandingOfMember = (db: Executor, memberId: string, otherId?: string) =>
  db
    .selectFrom('standing_appointments')
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('owner_id', '=', memberId), eb('requester_id', '=', memberId)]))
    .$if(otherId !== undefined, (all) =>
      all.where((eb) =>
        eb.or([eb('owner_id', '=', otherId ?? ''), eb('requester_id', '=', otherId ?? '')]),
      ),
    )
    .orderBy('post_id')
    .select(['id', 'post_id'])
    .execute();

/** Finds the last pickup of those of each round: the next one is like it. */
export const findLastOf = (db: Executor, standingId: string) =>
  db
    .selectFrom('appointments')
    .where('standing_id', '=', standingId)
    .orderBy('day', 'desc')
    .limit(1)
    .selectAll()
    .$castTo<AmountAppointment>()
    .executeTakeFirst();

/** Lists the ids of those of each round that are agreed, the next first. */
export const listAgreedOf = async (db: Executor, standingId: string): Promise<string[]> => {
  const agreed = db
    .selectFrom('appointments')
    .where('standing_id', '=', standingId)
    .where('status', '=', 'agreed')
    .orderBy('day')
    .select('id');
  return (await agreed.execute()).map(({ id }) => id);
};

/** The pickups that a member has of rounds: of those of each round, also what was skipped. */
const pickupsOfRounds = (db: Executor, { id, post_id, requester_id }: StandingAppointmentTable) =>
  db
    .selectFrom('appointments')
    .where((eb) =>
      eb.or([
        eb('standing_id', '=', id),
        eb.and([
          eb('post_id', '=', post_id),
          eb('requester_id', '=', requester_id),
          eb('of_round', '=', 1),
          eb('status', 'in', OPEN_STATUSES),
        ]),
      ]),
    )
    .select('day');

/** Whether a member has, or had, a pickup of a round. */
export const hasPickupOn = async (
  db: Executor,
  standing: StandingAppointmentTable,
  day: string,
): Promise<boolean> =>
  (await pickupsOfRounds(db, standing).where('day', '=', day).limit(1).executeTakeFirst()) !==
  undefined;

/** Lists the days of the rounds from one on of which a member has, or had, a pickup. */
export const listPickupDays = async (
  db: Executor,
  standing: StandingAppointmentTable,
  from: string,
): Promise<string[]> =>
  (await pickupsOfRounds(db, standing).where('day', '>=', from).execute()).map(({ day }) => day);

/** Lists those of each round that have not ended, and locks them. */
export async function lockOpenOfStanding(
  db: Executor,
  standingId: string,
): Promise<AmountAppointment[]> {
  const open = db
    .selectFrom('appointments')
    .where('standing_id', '=', standingId)
    .where('status', 'in', OPEN_STATUSES)
    .orderBy('day');
  const ids = (await open.select('id').execute()).map(({ id }) => id);
  if (ids.length > 0) await lockRows(db, 'appointments', ids);
  return open.selectAll().$castTo<AmountAppointment>().execute();
}

/** Lists the last that took place or may have, up to the last that was reported, or was not in time: the newest first. */
export const listUpToReported = (db: Executor, standingId: string, limit: number) =>
  db
    .selectFrom('appointments')
    .where('standing_id', '=', standingId)
    .where('status', 'in', ['agreed', 'done'])
    .where('day', '<=', (eb) =>
      eb
        .selectFrom('appointments')
        .where('standing_id', '=', standingId)
        .where(
          eb.or([
            eb('owner_result', 'is not', null),
            eb('requester_result', 'is not', null),
            eb('status', '=', 'done'),
          ]),
        )
        .select((last) => last.fn.max('day').as('day')),
    )
    .orderBy('day', 'desc')
    .limit(limit)
    .selectAll()
    .$castTo<AmountAppointment>()
    .execute();
