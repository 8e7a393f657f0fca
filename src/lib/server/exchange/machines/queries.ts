import { type ExpressionBuilder, sql, type UpdateObject } from 'kysely';

import { ACTIVE_STATUSES } from '#lib/contract/exchange/listing-states.ts';
import { HUNDREDTHS } from '#lib/contract/exchange/machines.ts';
import { OPEN_STATUSES } from '#lib/contract/exchange/pickups.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { isPosterNotBlocked } from '#lib/server/forum/posts/poster-queries.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked, isNullOrNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type {
  BookingTable,
  Executor,
  HalfDayTable,
  MachineTable,
  Schema,
} from '#lib/server/platform/db/schema.ts';

/** The services that a viewer sees, with their machines where they have one. @param viewerId null for a guest */
const services = (db: Executor, viewerId: string | null) =>
  db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .innerJoin('members as m', 'm.id', 'p.author_id')
    .leftJoin('machines as c', 'c.post_id', 'l.post_id')
    .where('l.kind', '=', 'service')
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, viewerId, 'p.author_id'))
    .where(isPosterNotBlocked(db, viewerId))
    .select(['l.post_id', 'p.title', 'p.author_id', 'l.town', 'l.status', 'l.until', 'l.ready_on'])
    .select('l.material')
    .select(['c.machine', 'c.unit', 'c.a_day', 'c.reach_km', 'c.price_centavos'])
    .select(MEMBER_COLUMNS);

export type ServiceRow = Awaited<ReturnType<typeof listServices>>[number];

/** Finds a service, whatever its status. */
export const findService = (db: Executor, viewerId: string | null, postId: string) =>
  services(db, viewerId).where('l.post_id', '=', postId).executeTakeFirst();

// More than a region has.
const MOST_MACHINES = 500;

/** Lists the machines of services that are open on a day, the newest first. @param machine one, or null for all */
export const listServices = (
  db: Executor,
  viewerId: string | null,
  { machine, today }: { machine: MachineTable['machine'] | null; today: string },
) =>
  services(db, viewerId)
    .where('c.machine', 'is not', null)
    .where('l.status', 'in', ACTIVE_STATUSES)
    .where('l.until', '>=', today)
    .$if(machine !== null, (query) => query.where('c.machine', '=', machine))
    .orderBy('l.post_id', 'desc')
    .limit(MOST_MACHINES)
    .execute();

/** Lists a member's services that are open on a day, also those without a machine. */
export const listOwnServices = (db: Executor, memberId: string, today: string) =>
  services(db, memberId)
    .where('p.author_id', '=', memberId)
    .where('l.status', 'in', ACTIVE_STATUSES)
    .where('l.until', '>=', today)
    .orderBy('l.post_id', 'desc')
    .limit(20)
    .execute();

export const findMachine = (db: Executor, postId: string): Promise<MachineTable | undefined> =>
  db.selectFrom('machines').where('post_id', '=', postId).selectAll().executeTakeFirst();

/** Stores what a machine is, or states it again. */
export const putMachine = (db: Executor, row: MachineTable) => {
  const { post_id: _, created_at: __, ...facts } = row;
  return db
    .insertInto('machines')
    .values(row)
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(facts))
    .execute();
};

/** Deletes a machine, with the half days that it is away. @returns whether there was one */
export async function deleteMachine(db: Executor, postId: string): Promise<boolean> {
  await db
    .deleteFrom('half_days')
    .where('post_id', '=', postId)
    .where('booking_id', 'is', null)
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('machines')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Days, both included. */
export interface Days {
  from: string;
  until: string;
}

/** Lists the half days of some machines that are not free, with whether their booking has the whole day. */
export const listHalfDays = (db: Executor, postIds: string[], { from, until }: Days) =>
  db
    .selectFrom('half_days as h')
    .leftJoin('bookings as b', 'b.id', 'h.booking_id')
    .where('h.post_id', 'in', postIds)
    .where('h.day', '>=', from)
    .where('h.day', '<=', until)
    .select(['h.post_id', 'h.day', 'h.half', 'h.booking_id', 'b.whole_day'])
    .execute();

/** Takes half days. @throws a unique violation for one that is not free */
export const insertHalfDays = (db: Executor, rows: HalfDayTable[]) =>
  db.insertInto('half_days').values(rows).execute();

/** Makes a machine free where its owner had it away. */
export const deleteAway = (db: Executor, postId: string, { from, until }: Days) =>
  db
    .deleteFrom('half_days')
    .where('post_id', '=', postId)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .where('booking_id', 'is', null)
    .execute();

/** Frees the half day of a booking. @returns whether it had one */
export async function freeHalfDay(db: Executor, bookingId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('half_days')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export const insertBooking = (db: Executor, row: BookingTable) =>
  db.insertInto('bookings').values(row).execute();

/** Changes a booking that is in one of some states. @returns whether it was: of two changes one is first */
export async function changeBooking(
  db: Executor,
  id: string,
  from: readonly BookingTable['status'][],
  values: UpdateObject<Schema, 'bookings'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bookings')
    .set(values)
    .set((eb) => ({ sequence: eb('sequence', '+', 1) }))
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Calls off a booking that has not ended. @returns whether it had not ended */
export const callOffBooking = (
  db: Executor,
  id: string,
  values: Pick<BookingTable, 'ended_by' | 'reason' | 'updated_at'>,
): Promise<boolean> => changeBooking(db, id, OPEN_STATUSES, { ...values, status: 'called_off' });

/** Lists the bookings of half days of a machine that have not ended. */
export const listOpenOf = (
  db: Executor,
  postId: string,
  { from, until }: Days,
  statuses: readonly BookingTable['status'][] = OPEN_STATUSES,
) =>
  db
    .selectFrom('bookings')
    .where('post_id', '=', postId)
    .where('status', 'in', statuses)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .orderBy('id')
    .selectAll()
    .execute();

/** Lists the questions that wait for half days of a machine. */
export const listRequested = (db: Executor, postId: string, days: Days) =>
  listOpenOf(db, postId, days, ['requested']);

type Builder = ExpressionBuilder<Schema & { b: BookingTable }, 'b'>;

/** Whether a member is one of the two. */
export const isOf = (memberId: string) => (eb: Builder) =>
  eb.or([eb('b.owner_id', '=', memberId), eb('b.requester_id', '=', memberId)]);

/** Whether what a booking needs is not free: another has it, or the machine is away. */
export const isTaken = (eb: Builder) =>
  eb.exists(
    eb
      .selectFrom('half_days as h')
      .leftJoin('bookings as o', 'o.id', 'h.booking_id')
      .leftJoin('machines as c', 'c.post_id', 'h.post_id')
      .whereRef('h.post_id', '=', 'b.post_id')
      .whereRef('h.day', '=', 'b.day')
      .where((half) =>
        half.or([
          half('h.half', '=', half.ref('b.half')),
          half('b.whole_day', '=', 1),
          half('o.whole_day', '=', 1),
          // It makes one trip a day by now.
          half.and([half('c.unit', '=', 'trip'), half('c.a_day', '=', HUNDREDTHS)]),
        ]),
      )
      .select('h.day'),
  );

/** The first days that are not over, by the half. */
export type DaysToCome = Record<HalfDayTable['half'], string>;

/** Whether the half day of a booking is over; a whole day is stored as its morning. */
export const isHalfDayOver =
  ({ morning, afternoon }: DaysToCome) =>
  (eb: Builder) =>
    eb.or([
      eb.and([eb('b.half', '=', 'morning'), eb('b.day', '<', morning)]),
      eb.and([eb('b.half', '=', 'afternoon'), eb('b.day', '<', afternoon)]),
    ]);

/** Lists the questions whose half day is over. */
export const listUnanswered = (db: Executor, toCome: DaysToCome, limit: number) =>
  db
    .selectFrom('bookings as b')
    .where('b.status', '=', 'requested')
    .where(isHalfDayOver(toCome))
    .orderBy('b.id')
    .limit(limit)
    .selectAll('b')
    .execute();

/** Which bookings end at once. */
export type Ending = { postId: string } | { memberId: string; otherId?: string };

/** Lists what is requested, and what is agreed from a day on: of a post, of a member, or between two. */
export const listOpen = (db: Executor, ending: Ending, from: string) =>
  db
    .selectFrom('bookings as b')
    .where((eb) =>
      eb.or([
        eb('b.status', '=', 'requested'),
        eb.and([eb('b.status', '=', 'agreed'), eb('b.day', '>=', from)]),
      ]),
    )
    .$call((query) => {
      if ('postId' in ending) return query.where('b.post_id', '=', ending.postId);
      const { memberId, otherId } = ending;
      const own = query.where(isOf(memberId));
      return otherId === undefined ? own : own.where(isOf(otherId));
    })
    .orderBy('b.id')
    .selectAll('b')
    .execute();

/** The bookings of a member `b`, with their posts and the other member `m`. */
const bookingsOf = (db: Executor, memberId: string) =>
  db
    .selectFrom('bookings as b')
    .leftJoin('posts as p', 'p.id', 'b.post_id')
    .leftJoin('members as m', (join) =>
      join
        .on(
          'm.id',
          '=',
          sql<string>`case when b.owner_id = ${memberId} then b.requester_id else b.owner_id end`,
        )
        .on('m.disabled_at', 'is', null),
    )
    .where(isOf(memberId))
    .selectAll('b')
    .select([...MEMBER_COLUMNS, 'm.contact_phone', 'p.title'])
    .select((eb) => isTaken(eb).as('is_taken'))
    // One of the two is the member.
    .select(
      sql<boolean>`${isNullOrNotBlocked(db, memberId, 'b.owner_id')}
        and ${isNullOrNotBlocked(db, memberId, 'b.requester_id')}`.as('is_other_visible'),
    );

export type BookingRow = NonNullable<Awaited<ReturnType<typeof findBooking>>>;

/** Finds a booking of a member's. */
export const findBooking = (db: Executor, memberId: string, id: string) =>
  bookingsOf(db, memberId).where('b.id', '=', id).executeTakeFirst();

/** Finds a booking as it is stored. */
export const findBookingRow = (db: Executor, id: string): Promise<BookingTable | undefined> =>
  db.selectFrom('bookings').where('id', '=', id).selectAll().executeTakeFirst();

/** @returns the id of a member's booking that has not ended; null when there is none */
export async function findOpenBooking(
  db: Executor,
  memberId: string,
  { post_id, day, half }: Pick<HalfDayTable, 'post_id' | 'day' | 'half'>,
): Promise<string | null> {
  const found = await db
    .selectFrom('bookings')
    .where('post_id', '=', post_id)
    .where('day', '=', day)
    // A whole day may be requested by a half of it.
    .where((eb) => eb.or([eb('half', '=', half), eb('whole_day', '=', 1)]))
    .where('requester_id', '=', memberId)
    .where('status', 'in', OPEN_STATUSES)
    .select('id')
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Lists a member's bookings, the newest first. */
export const listAllBookings = (db: Executor, memberId: string, { cursor, limit }: ListQuery) =>
  bookingsOf(db, memberId)
    .$if(cursor !== null, (query) => query.where('b.id', '<', cursor ?? ''))
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute();

const MOST_BOOKINGS = 50;

const bookings = precompiled(
  (db, { memberId, today }: { memberId: string; today: string }, isOpen: boolean) =>
    bookingsOf(db, memberId)
      .where((eb) => {
        const toCome = eb.and([eb('b.status', 'in', OPEN_STATUSES), eb('b.day', '>=', today)]);
        return isOpen ? toCome : eb.not(toCome);
      })
      // What is agreed is never pushed out by what others request.
      .$if(isOpen, (query) => query.orderBy('b.status'))
      .orderBy('b.day', isOpen ? 'asc' : 'desc')
      // Mornings first.
      .orderBy('b.half', isOpen ? 'desc' : 'asc')
      .orderBy('b.id')
      .limit(sql.lit(MOST_BOOKINGS)),
);

/** Lists a member's bookings from a day on that have not ended, the next first; or the others, the last first. */
export const listBookings = (db: Executor, memberId: string, isOpen: boolean, today: string) =>
  bookings(db, { memberId, today }, isOpen);
