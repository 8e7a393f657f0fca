import { sql } from 'kysely';

import { ACTIVE_STATUSES } from '#lib/contract/exchange/listings/listing-states.ts';
import { TAKES_PLACE_ON } from '#lib/server/exchange/appointments/queries.ts';
import { isPosterNotBlocked, POSTER_NAME } from '#lib/server/forum/posts/poster-queries.ts';
import { LISTING_COLUMNS } from '#lib/server/forum/posts/queries.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type { AppointmentTable, Executor } from '#lib/server/platform/db/schema.ts';

/** @returns whether the post had a listing */
export async function deleteListing(db: Executor, postId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('listings')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Whether an active listing's last day is before `today`. */
export const hasOverdueListing = async (db: Executor, today: string): Promise<boolean> =>
  (await db
    .selectFrom('listings')
    .where('status', 'in', ACTIVE_STATUSES)
    .where('until', '<', today)
    .limit(1)
    .select('post_id')
    .executeTakeFirst()) !== undefined;

/**
 * Expires active listings whose last day is before `today`. When two servers do so, each row is changed by one.
 * @param now milliseconds since 1970
 * @returns how many
 */
export async function expireListings(db: Executor, today: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('listings')
    .set({ status: 'expired', remind_on: null, updated_at: now })
    .where('status', 'in', ACTIVE_STATUSES)
    .where('until', '<', today)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** A listing whose owner is due for a reminder. */
export type DueReminder = Awaited<ReturnType<typeof listDueReminders>>[number];

/** Lists active listings whose owners are due for a reminder, with their posts; longest due first. */
export const listDueReminders = (db: Executor, today: string, limit: number) =>
  db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .where('l.remind_on', '<=', today)
    .where('l.until', '>=', today)
    .orderBy('l.remind_on')
    .limit(limit)
    .select(['p.id', 'p.author_id', 'l.post_id', 'l.kind', 'l.until', 'l.status'])
    .select(['l.material', 'l.town', 'l.terms', 'l.truck_access'])
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom('attachments as a').whereRef('a.post_id', '=', 'p.id').select('a.post_id'),
        )
        .as('has_photo'),
    )
    .select((eb) => eb.ref('l.remind_on').$notNull().as('remind_on'))
    .execute();

/**
 * Schedules the next reminder.
 * @param next null for none
 * @returns undefined when another server did so, or the owner changed the listing
 */
export const advanceReminder = (
  db: Executor,
  { id, remind_on }: Pick<DueReminder, 'id' | 'remind_on'>,
  next: string | null,
) =>
  db
    .updateTable('listings')
    .set({ remind_on: next })
    .where('post_id', '=', id)
    .where('remind_on', '=', remind_on)
    .returning('post_id')
    .executeTakeFirst();

/** The parameters that change the query's text. */
interface Variant {
  count: number;
  viewer: boolean;
}

interface Values extends ListParameters {
  viewerId: string | null;
}

const cardsById = precompiled((db, values: Values, { count, viewer }: Variant) =>
  db
    .selectFrom('posts as p')
    .innerJoin('members as m', 'm.id', 'p.author_id')
    .innerJoin('listings as l', 'l.post_id', 'p.id')
    .where('p.id', 'in', listParameters(values, count))
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, viewer ? values.viewerId : null, 'p.author_id'))
    .where(isPosterNotBlocked(db, viewer ? values.viewerId : null))
    .leftJoin('attachments as a', (join) =>
      join.onRef('a.post_id', '=', 'p.id').on('a.position', '=', 0),
    )
    .select([...MEMBER_COLUMNS, ...LISTING_COLUMNS, 'p.id', 'p.title', 'a.image_key', 'a.alt'])
    .select(POSTER_NAME),
);

/** A listing with its author, and what guests see of its post. */
export type ListingCardRow = Awaited<ReturnType<typeof cardsById>>[number];

/**
 * @param viewerId null for a guest
 * @returns listings of members visible to the viewer, in the order of the ids
 */
export async function listListingCards(
  db: Executor,
  viewerId: string | null,
  ids: string[],
): Promise<ListingCardRow[]> {
  if (ids.length === 0) return [];
  const variant = { count: ids.length, viewer: viewerId !== null };
  const rows = await cardsById(db, Object.assign({ viewerId }, ids), variant);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** An appointment agreed for a listing or its machine, as the owner sees it. */
export interface Agreed {
  appointment_id: string;
  subject: AppointmentTable['subject'];
  day: string;
  name: string;
}

/** Lists the agreed appointments of a post's listing or machine from a day on, next first. */
export const listAgreed = (db: Executor, postId: string, from: string): Promise<Agreed[]> =>
  db
    .selectFrom('appointments as k')
    .innerJoin('members as m', 'm.id', 'k.requester_id')
    .where('k.post_id', '=', postId)
    .where('k.status', '=', 'agreed')
    .where(TAKES_PLACE_ON, '>=', from)
    .orderBy(TAKES_PLACE_ON)
    .orderBy('k.id')
    .select(['k.id as appointment_id', 'k.subject', TAKES_PLACE_ON.as('day')])
    .select(sql<string>`m.first_name || ' ' || m.last_name`.as('name'))
    .execute();
