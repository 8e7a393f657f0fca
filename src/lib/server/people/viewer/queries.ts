import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/**
 * Finds the session of an enabled member, with the member's role and the end of their suspension, if any.
 * @param now milliseconds since 1970
 */
export const findActiveSession = async (db: Executor, id: string, now: number) =>
  (await activeSession(db, { id, now }))[0];

const activeSession = precompiled((db, { id, now }: { id: string; now: number }) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .leftJoin('suspensions as x', (join) =>
      join.onRef('x.member_id', '=', 's.member_id').on('x.until', '>', now),
    )
    .where('s.id', '=', id)
    .where('m.disabled_at', 'is', null)
    .select(['m.role', 'x.until as suspended_until']),
);

/**
 * Finds a valid token by its id, with the end of its member's suspension, if any.
 * @param time `now` in milliseconds since 1970, `today` as YYYY-MM-DD
 */
export const findActiveToken = (
  db: Executor,
  id: string,
  { now, today }: { now: number; today: string },
) =>
  db
    .selectFrom('personal_tokens as t')
    .innerJoin('members as m', 'm.id', 't.member_id')
    .leftJoin('suspensions as x', (join) =>
      join.onRef('x.member_id', '=', 't.member_id').on('x.until', '>', now),
    )
    .where('t.id', '=', id)
    .where((eb) => eb.or([eb('t.until', 'is', null), eb('t.until', '>=', today)]))
    .where('m.disabled_at', 'is', null)
    .select(['m.role', 'x.until as suspended_until'])
    .executeTakeFirst();

/** The base of queries about members with a steward: the stewardships `s`, and the enabled members `m`. */
export const lookedAfter = (db: Executor) =>
  db
    .selectFrom('stewardships as s')
    .innerJoin('members as m', 'm.id', 's.person_id')
    .where('m.disabled_at', 'is', null)
    .select([...MEMBER_COLUMNS, 's.begun_at', 'm.contact_phone']);

/**
 * Finds a person whom a steward looks after, with the end of their suspension, if any. @param now milliseconds since
 * 1970
 */
export const findPerson = (db: Executor, stewardId: string, personId: string, now: number) =>
  lookedAfter(db)
    .leftJoin('suspensions as x', (join) =>
      join.onRef('x.member_id', '=', 's.person_id').on('x.until', '>', now),
    )
    .where('s.steward_id', '=', stewardId)
    .where('s.person_id', '=', personId)
    // Otherwise a steward would have the rights of staff.
    .where('m.role', '<>', 'staff')
    .select(['m.language', 'x.until as suspended_until'])
    .executeTakeFirst();
