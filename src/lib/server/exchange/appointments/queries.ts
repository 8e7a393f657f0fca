import { type ExpressionBuilder, sql } from 'kysely';

import { addDays } from '#lib/contract/days.ts';
import { OPEN_STATUSES } from '#lib/contract/exchange/appointments.ts';
import { WITH_FIGURES } from '#lib/contract/exchange/subjects.ts';
import { SAME_ROUTE_DAYS } from '#lib/contract/exchange/trips.ts';
import {
  type ListParameters,
  listParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type {
  AmountAppointment,
  AppointmentTable,
  Executor,
  HalfDayAppointment,
  HalfDayTable,
  Schema,
  StoredAppointment,
} from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

/** The day on which a pickup `k` takes place, see `takesPlaceOn`. */
export const TAKES_PLACE_ON = sql<string>`coalesce(k.moved_to, k.day)`;

/** The columns of an appointment `k` that `whatOf` reads. */
export const WHAT = [
  'k.subject',
  'k.material',
  'k.amount',
  'k.unit',
  'k.machine',
  'k.half',
  'k.whole_day',
  'k.work',
] as const;

type Builder = ExpressionBuilder<Schema & { k: AppointmentTable }, 'k'>;

/**
 * Whether a pickup `k` takes place before a day. Uses the index on `day`: a shared truck moves a pickup by a limited
 * number of days.
 */
export const takesPlaceBefore = (day: string) => (eb: Builder) =>
  eb.and([eb('k.day', '<', addDays(day, SAME_ROUTE_DAYS)), eb(TAKES_PLACE_ON, '<', day)]);

/** Whether a member is the owner or requester of an appointment `k`. */
export const isOwnerOrRequester = (memberId: string) => (eb: Builder) =>
  eb.or([eb('k.owner_id', '=', memberId), eb('k.requester_id', '=', memberId)]);

/** Whether a post's listing was ever requested. */
export const wasRequested = async (db: Executor, postId: string): Promise<boolean> =>
  (await db
    .selectFrom('appointments')
    .where('post_id', '=', postId)
    .limit(1)
    .select('id')
    .executeTakeFirst()) !== undefined;

/** Appointments `k` as stored: a check constraint ties their columns to their subject. */
const stored = (db: Executor) =>
  db.selectFrom('appointments as k').selectAll('k').$castTo<StoredAppointment>();

/** Finds an appointment, and locks it until the transaction ends. */
export async function lockAppointment(
  db: Executor,
  id: string,
): Promise<StoredAppointment | undefined> {
  await lockRows(db, 'appointments', [id]);
  return stored(db).where('k.id', '=', id).executeTakeFirst();
}

/** Finds an appointment for an amount, without a lock. */
export const findAmount = (db: Executor, id: string): Promise<AmountAppointment | undefined> =>
  stored(db)
    .where('k.id', '=', id)
    .where('k.subject', '=', 'amount')
    .$castTo<AmountAppointment>()
    .executeTakeFirst();

export const listOpenOfPost = (db: Executor, postId: string): Promise<StoredAppointment[]> =>
  stored(db)
    .where('k.post_id', '=', postId)
    .where('k.status', 'in', OPEN_STATUSES)
    .orderBy('k.id')
    .execute();

/** Lists the open appointments for half days of a machine. */
export const listOpenOf = (
  db: Executor,
  postId: string,
  { from, until }: Record<'from' | 'until', string>,
  statuses: readonly AppointmentTable['status'][] = OPEN_STATUSES,
): Promise<HalfDayAppointment[]> =>
  db
    .selectFrom('appointments')
    .where('post_id', '=', postId)
    .where('subject', '=', 'half_day')
    .where('status', 'in', statuses)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .orderBy('id')
    .selectAll()
    .$castTo<HalfDayAppointment>()
    .execute();

/** Lists the requests for half days of a machine. */
export const listRequested = (
  db: Executor,
  postId: string,
  days: Parameters<typeof listOpenOf>[2],
) => listOpenOf(db, postId, days, ['requested']);

/** Lists the ids of a member's open appointments, or of those with one other member. */
export const listOpenOfMember = async (
  db: Executor,
  memberId: string,
  otherId?: string,
): Promise<string[]> => {
  const open = db
    .selectFrom('appointments as k')
    .where(isOwnerOrRequester(memberId))
    .$if(otherId !== undefined, (query) => query.where(isOwnerOrRequester(otherId ?? '')))
    .where('k.status', 'in', OPEN_STATUSES)
    // The order of locks everywhere.
    .orderBy('k.post_id')
    .orderBy('k.id')
    .select('k.id');
  return (await open.execute()).map(({ id }) => id);
};

/** Finds the owner and the requester of an appointment. */
export const findParties = (db: Executor, id: string) =>
  db
    .selectFrom('appointments')
    .where('id', '=', id)
    .select(['owner_id', 'requester_id', 'created_at'])
    .executeTakeFirst();

/** Finds the stock of an appointment, which never changes. */
export const findStockOf = (db: Executor, id: string) =>
  db
    .selectFrom('appointments')
    .where('id', '=', id)
    .select(['post_id', 'day', 'of_round', 'subject'])
    .executeTakeFirst();

/**
 * Sums the agreed amounts of a listing. @returns null without agreements; the amount is 0 for a listing without
 * amounts
 */
export async function sumAgreed(db: Executor, postId: string): Promise<{ amount: number } | null> {
  const { count, amount } = await db
    .selectFrom('appointments')
    .where('post_id', '=', postId)
    .where('subject', '=', 'amount')
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
    .selectFrom('appointments as k')
    .where((eb) =>
      eb.or([eb('k.owner_id', 'in', memberIds), eb('k.requester_id', 'in', memberIds)]),
    )
    .where('k.subject', '=', 'amount')
    .where('k.status', '=', 'done')
    .where('k.day', '>=', values.since)
    .select(['k.day', 'k.kind', 'k.kg', 'k.owner_id', 'k.requester_id', 'k.owner_result'])
    .select(['k.requester_result', 'k.owner_reason', 'k.requester_reason']);
});

/** Lists the outcomes of members' pickups since a day. */
export const listOutcomes = (db: Executor, memberIds: string[], since: string) =>
  outcomes(db, Object.assign({ since }, memberIds), memberIds.length);

/** The first days whose mornings and afternoons are not over. */
export type DaysToCome = Record<HalfDayTable['half'], string>;

/** Whether an appointment `k` has started, as in `factsOf`; a whole day is stored as its morning. */
export const hasStarted =
  ({ today, morning, afternoon }: DaysToCome & { today: string }) =>
  (eb: Builder) =>
    eb(
      TAKES_PLACE_ON,
      '<',
      sql<string>`case k.half when 'morning' then ${morning} when 'afternoon' then ${afternoon} else ${today} end`,
    );

/** Lists requests that have waited too long. */
export const listUnanswered = (
  db: Executor,
  toCome: DaysToCome & { today: string },
  limit: number,
) =>
  db
    .selectFrom('appointments as k')
    .where('k.status', '=', 'requested')
    // Uses the index: nothing starts before its day.
    .where('k.day', '<=', toCome.today)
    .where(hasStarted(toCome))
    .limit(limit)
    .select('k.id')
    .execute();

/** Lists agreed appointments before a day, either with or without figures. */
export const listAgreedBefore = (
  db: Executor,
  { hasFigures, before }: { hasFigures: boolean; before: string },
  limit: number,
) =>
  db
    .selectFrom('appointments as k')
    .where('k.status', '=', 'agreed')
    .where('k.subject', hasFigures ? 'in' : 'not in', WITH_FIGURES)
    .where(takesPlaceBefore(before))
    .limit(limit)
    .select('k.id')
    .execute();

export const insertAppointment = (db: Executor, row: StoredAppointment) =>
  db.insertInto('appointments').values(row).execute();

/** The columns that a calendar shows. */
const ON_CALENDAR = ['status', 'day', 'moved_to', 'place'] as const;

export const updateAppointment = (db: Executor, id: string, values: Partial<AppointmentTable>) =>
  db
    .updateTable('appointments')
    .set(values)
    .$if(
      ON_CALENDAR.some((name) => values[name] !== undefined),
      (query) => query.set((eb) => ({ sequence: eb('sequence', '+', 1) })),
    )
    .where('id', '=', id)
    .execute();

/** The columns that members fill in later; null also for those of rounds and other days. */
const UNSAID = {
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
} satisfies Partial<AppointmentTable>;

/** The columns that a new request does not use. */
export const AS_REQUESTED = {
  ...UNSAID,
  place: null,
  ended_by: null,
  reason: null,
  kg: null,
  sequence: 0,
} satisfies Partial<AppointmentTable>;

/** The columns that an amount does not use. */
export const NO_HALF_DAY = {
  machine: null,
  half: null,
  whole_day: null,
  work: null,
  price_centavos: null,
} satisfies Partial<AppointmentTable>;

/** The columns that a pickup loses once both of its members are erased. */
const WITHOUT_MEMBERS: Partial<AppointmentTable> = {
  ...UNSAID,
  post_id: null,
  // Only the month of its day remains.
  created_at: 0,
  updated_at: 0,
  sequence: 0,
};

const ofMember = (db: Executor, memberId: string) =>
  db
    .selectFrom('appointments')
    .where((eb) => eb.or([eb('owner_id', '=', memberId), eb('requester_id', '=', memberId)]));

/**
 * Erases a member from appointments: those that were not handed over are deleted, and so are the messages.
 * Handed-over amounts still count without the member, and once both members are erased, without a day.
 */
export async function eraseAppointmentsOf(db: Executor, memberId: string): Promise<void> {
  await db
    .deleteFrom('appointment_messages')
    .where('appointment_id', 'in', ofMember(db, memberId).select('id'))
    .execute();
  await db
    .deleteFrom('appointments')
    .where('id', 'in', (eb) => {
      const isCounted = eb.and([eb('status', '=', 'done'), eb('subject', 'in', WITH_FIGURES)]);
      return ofMember(db, memberId).where(eb.not(isCounted)).select('id');
    })
    .execute();
  await clearMember(db, memberId);
  await db
    .updateTable('appointments')
    .set({ ...WITHOUT_MEMBERS, day: sql<string>`substr(day, 1, 7) || '-01'` })
    .where('owner_id', 'is', null)
    .where('requester_id', 'is', null)
    .where('created_at', '>', 0)
    .execute();
}

async function clearMember(db: Executor, memberId: string): Promise<void> {
  await db
    .updateTable('appointments')
    .set({ owner_id: null, place: null, reason: null })
    .where('owner_id', '=', memberId)
    .execute();
  await db
    .updateTable('appointments')
    .set({ requester_id: null, requester_town: null, vehicle: null, note: null, reason: null })
    .where('requester_id', '=', memberId)
    .execute();
}
