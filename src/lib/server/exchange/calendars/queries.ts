import {
  isOwnerOrRequester,
  TAKES_PLACE_ON,
  WHAT,
} from '#lib/server/exchange/appointments/queries.ts';
import { isNullOrNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import type { CalendarTable, Executor } from '#lib/server/platform/db/schema.ts';

export const findCalendarOf = (db: Executor, memberId: string) =>
  db.selectFrom('calendars').where('member_id', '=', memberId).selectAll().executeTakeFirst();

/** Finds the calendar of an enabled member. */
export const findCalendar = (db: Executor, id: string) =>
  db
    .selectFrom('calendars as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .where('c.id', '=', id)
    .where('m.disabled_at', 'is', null)
    .select('c.member_id')
    .executeTakeFirst();

/** Replaces the calendar of a member. */
export const replaceCalendar = (db: Executor, { id, member_id, created_at }: CalendarTable) =>
  db
    .insertInto('calendars')
    .values({ id, member_id, created_at })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ id, created_at }))
    .execute();

export const deleteCalendar = (db: Executor, memberId: string) =>
  db.deleteFrom('calendars').where('member_id', '=', memberId).execute();

// More than a calendar shows.
const MOST = 200;

/**
 * Lists a member's agreed appointments and open requests from a day on, earliest first, without those of members who
 * block them or are blocked.
 */
export const listForCalendar = (db: Executor, memberId: string, from: string) =>
  db
    .selectFrom('appointments as k')
    .leftJoin('posts as t', 't.id', 'k.post_id')
    .where(isOwnerOrRequester(memberId))
    .where('k.status', 'in', ['requested', 'agreed', 'done'])
    .where('k.day', '>=', from)
    .where(isNullOrNotBlocked(db, memberId, 'k.owner_id'))
    .where(isNullOrNotBlocked(db, memberId, 'k.requester_id'))
    .orderBy('k.day')
    .orderBy('k.id')
    .limit(MOST)
    .select(WHAT)
    .select(['k.id', 'k.kind', 'k.town', 'k.status', 'k.updated_at', 'k.sequence'])
    .select(['k.owner_id', 't.title'])
    .select(TAKES_PLACE_ON.as('takes_place_on'))
    .execute();
