// Queries of appointments, as one of their members sees them.
import { type ExpressionBuilder, sql } from 'kysely';

import { OPEN_STATUSES } from '#lib/contract/exchange/appointments.ts';
import { HUNDREDTHS } from '#lib/contract/exchange/machines.ts';
import { OF_OWNERS } from '#lib/contract/exchange/subjects.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked, isNullOrNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type {
  AppointmentTable,
  Executor,
  HalfDayTable,
  Schema,
} from '#lib/server/platform/db/schema.ts';

import { isOwnerOrRequester, TAKES_PLACE_ON } from './queries.ts';

const ENDED_STATUSES: AppointmentTable['status'][] = ['declined', 'called_off', 'done'];

/** Whether the half day of an appointment `k` is not free: it is booked by another member, or the machine is away. */
export const isTaken = (eb: ExpressionBuilder<Schema & { k: AppointmentTable }, 'k'>) =>
  eb.exists(
    eb
      .selectFrom('half_days as h')
      .leftJoin('appointments as o', 'o.id', 'h.appointment_id')
      .leftJoin('machines as c', 'c.post_id', 'h.post_id')
      .where('k.subject', '=', 'half_day')
      .whereRef('h.post_id', '=', 'k.post_id')
      .whereRef('h.day', '=', 'k.day')
      .where((half) =>
        half.or([
          half('h.half', '=', half.ref('k.half')),
          half('k.whole_day', '=', 1),
          half('o.whole_day', '=', 1),
          // The machine now makes one trip a day.
          half.and([half('c.unit', '=', 'trip'), half('c.a_day', '=', HUNDREDTHS)]),
        ]),
      )
      .select('h.day'),
  );

/** The appointments of a member `k`, with their posts `p` and the other members `m`. */
const withOthers = (db: Executor, memberId: string) =>
  db
    .selectFrom('appointments as k')
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
    .where(isOwnerOrRequester(memberId))
    .selectAll('k')
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
    // One of both is the member themselves.
    .select(
      sql<boolean>`${isNullOrNotBlocked(db, memberId, 'k.owner_id')}
        and ${isNullOrNotBlocked(db, memberId, 'k.requester_id')}`.as('is_other_visible'),
    );

/** The same with the agreement for each round, the shared truck, and whether the half day is taken. */
export const appointmentsOf = (db: Executor, memberId: string) =>
  withOthers(db, memberId)
    .leftJoin('standing_appointments as s', (join) =>
      join.onRef('s.id', '=', 'k.standing_id').on('s.ended_at', 'is', null),
    )
    .leftJoin('listings as l', 'l.post_id', 's.post_id')
    .leftJoin('trip_stops as t', (join) =>
      join.onRef('t.appointment_id', '=', 'k.id').on('t.member_id', '=', memberId),
    )
    .leftJoin('trips as r', (join) =>
      join.on('r.ended_at', 'is', null).on((eb) => {
        const isDriven = eb.and([
          eb('r.appointment_id', '=', eb.ref('k.id')),
          eb('r.driver_id', '=', memberId),
        ]);
        return eb.or([isDriven, eb('r.id', '=', eb.ref('t.trip_id'))]);
      }),
    )
    .leftJoin('appointments as v', 'v.id', 'r.appointment_id')
    .leftJoin('members as d', (join) =>
      join
        .onRef('d.id', '=', 'r.driver_id')
        .on('d.disabled_at', 'is', null)
        .on(isNotBlocked(db, memberId, 'r.driver_id')),
    )
    .select(['s.agreed_at as standing_agreed_at', 'l.until as standing_until'])
    .select(['l.repeat_weeks', 'l.repeat_from'])
    .select(['t.appointment_id as stop_of', 'r.id as trip_id', 'r.driver_id'])
    .select(sql<string | null>`coalesce(v.moved_to, v.day)`.as('trip_day'))
    .select(isNullOrNotBlocked(db, memberId, 'r.driver_id').as('is_driver_visible'))
    .select([
      'r.unit as trip_unit',
      'r.amount_left as trip_left',
      'd.contact_phone as driver_phone',
    ])
    .select((eb) => eb.and([eb('k.status', '=', 'requested'), isTaken(eb)]).as('is_taken'));

/** An appointment with its post's title, and the other member, who is null when erased or disabled. */
export type AppointmentRow = Awaited<ReturnType<typeof listOpen>>[number];

export const findOwn = (db: Executor, memberId: string, id: string) =>
  appointmentsOf(db, memberId).where('k.id', '=', id).executeTakeFirst();

/** The range of a list. */
interface OpenList {
  /** only appointments of agreements for each round */
  isStanding: boolean;
  /** the cursor: the day and the id of the last one listed */
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
    appointmentsOf(db, memberId)
      .where('k.status', 'in', OPEN_STATUSES)
      .$if(isStanding, (query) => query.where('s.agreed_at', 'is not', null))
      .$if(isAfter, (query) =>
        query.where(sql<boolean>`(${TAKES_PLACE_ON}, k.id) > (${day}, ${id})`),
      )
      .orderBy(TAKES_PLACE_ON)
      .orderBy('k.id')
      .limit(sql.lit(limit)),
);

/** Requested and agreed appointments, next first. */
export const listOpen = (db: Executor, memberId: string, { isStanding, after, limit }: OpenList) =>
  openOf(
    db,
    { memberId, day: after?.day, id: after?.id },
    { isStanding, isAfter: after !== null, limit },
  );

/** Closed appointments, newest first. */
export const listEnded = (db: Executor, memberId: string, { cursor, limit }: ListQuery) =>
  appointmentsOf(db, memberId)
    .where('k.status', 'in', ENDED_STATUSES)
    .$if(cursor !== null, (query) => query.where('k.id', '<', cursor ?? ''))
    .orderBy('k.id', 'desc')
    .limit(limit)
    .execute();

/** @returns the id of a member's open pickup of a post, the next of several; with a day, only of that round */
export const findOpenAmount = async (
  db: Executor,
  memberId: string,
  postId: string,
  day?: string,
): Promise<string | null> => {
  const query = db
    .selectFrom('appointments')
    .where('post_id', '=', postId)
    .where('subject', '=', 'amount')
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

/** @returns the id of a member's open appointment for a half day; null without one */
export async function findOpenHalfDay(
  db: Executor,
  memberId: string,
  { post_id, day, half }: Pick<HalfDayTable, 'post_id' | 'day' | 'half'>,
): Promise<string | null> {
  const found = await db
    .selectFrom('appointments')
    .where('post_id', '=', post_id)
    .where('day', '=', day)
    // A request for a whole day may be stored as its morning.
    .where((eb) => eb.or([eb('half', '=', half), eb('whole_day', '=', 1)]))
    .where('requester_id', '=', memberId)
    .where('status', 'in', OPEN_STATUSES)
    .select('id')
    .executeTakeFirst();
  return found?.id ?? null;
}

/** @returns the last exact place to which a member invited others, ignoring one appointment; null without any */
export async function findLastPlace(
  db: Executor,
  memberId: string,
  butForId: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('appointments')
    .where((eb) =>
      eb.or([
        eb.and([eb('subject', 'in', OF_OWNERS), eb('owner_id', '=', memberId)]),
        eb.and([eb('subject', 'not in', OF_OWNERS), eb('requester_id', '=', memberId)]),
      ]),
    )
    .where('id', '<>', butForId)
    .where('place', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .select('place')
    .executeTakeFirst();
  return found?.place ?? null;
}
