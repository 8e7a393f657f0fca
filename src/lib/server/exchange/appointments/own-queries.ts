// Appointments as one of the two sees them.
import { sql } from 'kysely';

import type { Listing } from '#lib/contract/exchange/listings.ts';
import { OPEN_STATUSES } from '#lib/contract/exchange/pickups.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNullOrNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { AppointmentTable, Executor } from '#lib/server/platform/db/schema.ts';

import { isOf, TAKES_PLACE_ON } from './queries.ts';

const ENDED_STATUSES: AppointmentTable['status'][] = ['declined', 'called_off', 'done'];

/** The appointments of a member `k`, with their posts and the other member `m`. */
export const appointmentsOf = (db: Executor, memberId: string) =>
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
    .where(isOf(memberId))
    .selectAll('k')
    .select([...MEMBER_COLUMNS, 'm.contact_phone', 'p.title'])
    // One of the two is the member.
    .select(
      sql<boolean>`${isNullOrNotBlocked(db, memberId, 'k.owner_id')}
        and ${isNullOrNotBlocked(db, memberId, 'k.requester_id')}`.as('is_other_visible'),
    );

/** Those for amounts, with the agreement for each round that they are of. */
export const pickupsOf = (db: Executor, memberId: string) =>
  appointmentsOf(db, memberId)
    .where('k.subject', '=', 'amount')
    .leftJoin('standing_appointments as s', (join) =>
      join.onRef('s.id', '=', 'k.standing_id').on('s.ended_at', 'is', null),
    )
    .leftJoin('listings as l', 'l.post_id', 's.post_id')
    .select(['s.agreed_at as standing_agreed_at', 'l.until as standing_until'])
    .select(['l.repeat_weeks', 'l.repeat_from'])
    .select((eb) =>
      eb
        .selectFrom('attachments as a')
        .whereRef('a.post_id', '=', 'k.post_id')
        .select('a.image_key')
        .orderBy('a.position')
        .limit(1)
        .as('image_key'),
    )
    .$narrowType<{ subject: 'amount'; material: string; unit: Listing['unit'] }>();

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
