import { OPEN_STATUSES } from '#lib/contract/exchange/appointments.ts';
import type {
  AmountAppointment,
  Executor,
  StandingAppointmentTable,
} from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

/** Lists the days of rounds for which a member has an open pickup. */
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

export const insertStanding = (db: Executor, standing: StandingAppointmentTable) =>
  db.insertInto('standing_appointments').values(standing).execute();

export const findStanding = (db: Executor, id: string) =>
  db.selectFrom('standing_appointments').where('id', '=', id).selectAll().executeTakeFirst();

/** Lists a post's current agreements for each round, oldest first. */
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

/** @returns the amount of each round that is agreed in advance */
export const sumAhead = async (db: Executor, postId: string): Promise<number> =>
  (await listStandingOf(db, postId)).reduce((sum, { amount }) => sum + amount, 0);

export const setStandingAgreed = (db: Executor, id: string, now: number) =>
  db.updateTable('standing_appointments').set({ agreed_at: now }).where('id', '=', id).execute();

/**
 * Ends a request or agreement for each round: later rounds are not part of it.
 * @param by the member who ended it, or null
 * @returns false when it had already ended
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

/**
 * Lists a member's current agreements for each round, or those with one other member, in the order in which listings
 * are locked.
 */
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

/** Finds the last pickup of an agreement, which is the model for the next. */
export const findLastOf = (db: Executor, standingId: string) =>
  db
    .selectFrom('appointments')
    .where('standing_id', '=', standingId)
    .orderBy('day', 'desc')
    .limit(1)
    .selectAll()
    .$castTo<AmountAppointment>()
    .executeTakeFirst();

/** Lists the ids of the agreed pickups of an agreement, next first. */
export const listAgreedOf = async (db: Executor, standingId: string): Promise<string[]> => {
  const agreed = db
    .selectFrom('appointments')
    .where('standing_id', '=', standingId)
    .where('status', '=', 'agreed')
    .orderBy('day')
    .select('id');
  return (await agreed.execute()).map(({ id }) => id);
};

/** The pickups of a member in rounds; those of the agreement include skipped ones. */
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

/** Whether a member has or had a pickup on the day of a round. */
export const hasPickupOn = async (
  db: Executor,
  standing: StandingAppointmentTable,
  day: string,
): Promise<boolean> =>
  (await pickupsOfRounds(db, standing).where('day', '=', day).limit(1).executeTakeFirst()) !==
  undefined;

/** Lists the days, from one on, of rounds for which a member has or had a pickup. */
export const listPickupDays = async (
  db: Executor,
  standing: StandingAppointmentTable,
  from: string,
): Promise<string[]> =>
  (await pickupsOfRounds(db, standing).where('day', '>=', from).execute()).map(({ day }) => day);

/** Locks and lists the open pickups of an agreement. */
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

/** Lists the latest pickups back to the last one that was reported, or is overdue: newest first. */
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
