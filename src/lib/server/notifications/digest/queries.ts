import { sql } from 'kysely';

import type { Listing } from '#lib/contract/exchange/listings.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { withFacts } from '#lib/server/notifications/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** What a digest tells of. Alerts, too: those of whom no email of their own goes to. */
const KINDS: NotificationKind[] = ['alert', 'comment', 'like', 'post', 'guide'];
/** Requests that wait are listed as long as they do; new ones are a reason for a digest. */
const REQUESTS = ['pickup_requested', 'pickup_offered', 'pickup_ordered'];

/** Starts the digests of a day, unless they were. */
export const startDigests = (db: Executor, day: string) =>
  db
    .insertInto('digests')
    .values({ day, after_id: null, is_complete: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** How far the digests of a day are. */
export const findDigests = (db: Executor, day: string) =>
  db.selectFrom('digests').where('day', '=', day).selectAll().executeTakeFirstOrThrow();

/**
 * Notes how far the digests of a day are, unless another server has gone on.
 * @param from the last member as it was read
 * @returns whether it was noted
 */
export async function moveDigests(
  db: Executor,
  { day, from }: { day: string; from: string | null },
  to: { after_id: string | null; is_complete: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('digests')
    .set(to)
    .where('day', '=', day)
    .where('is_complete', '=', 0)
    .where('after_id', from === null ? 'is' : '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the notes of earlier days. */
export const deleteDigestsBefore = (db: Executor, day: string) =>
  db.deleteFrom('digests').where('day', '<', day).execute();

/** Lists the next members who may get email, in the order of their ids, with what is known of their digests. */
export const listNextReaders = (db: Executor, after: string | null, limit: number) =>
  db
    .selectFrom('members as m')
    .leftJoin('delivery_settings as s', 's.member_id', 'm.id')
    .where('m.disabled_at', 'is', null)
    .$if(after !== null, (query) => query.where('m.id', '>', after as string))
    .orderBy('m.id')
    .limit(limit)
    .select(['m.id', 'm.email', 's.rejected_email', 's.quiet_from', 's.quiet_until'])
    .select(['s.digest', 's.digest_since', 's.email_pressed_at'])
    .execute();

/**
 * Lists which of some members have news: unread, and come since their last digest.
 * @param since milliseconds since 1970: what is older is none
 */
export async function listWithNews(
  db: Executor,
  memberIds: string[],
  since: number,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('member_notifications as n')
    .leftJoin('delivery_settings as s', 's.member_id', 'n.member_id')
    .where('n.member_id', 'in', memberIds)
    .where('n.read_at', 'is', null)
    .where('n.replaced_at', 'is', null)
    .where('n.created_at', '>', since)
    .where((eb) =>
      eb.or([
        eb('s.digest_sent_at', 'is', null),
        eb('n.created_at', '>', eb.ref('s.digest_sent_at')),
      ]),
    )
    .where((eb) => eb.or([eb('n.kind', 'in', KINDS), eb('n.message', 'in', REQUESTS)]))
    .select('n.member_id')
    .distinct()
    .execute();
  return new Set(rows.map(({ member_id }) => member_id));
}

// An email tells of no more.
const MAX_NEWS = 100;
const MAX_REQUESTS = 10;

/** Lists what a member has not read since a time, newest first. */
export const listNews = (db: Executor, memberId: string, since: number) =>
  withFacts(db, memberId)
    .where('n.read_at', 'is', null)
    .where('n.replaced_at', 'is', null)
    .where('n.created_at', '>', since)
    .where('n.kind', 'in', KINDS)
    .orderBy('n.id', 'desc')
    .limit(MAX_NEWS)
    .execute();

/** Lists the listings of some posts that can still be requested. @param day of today, YYYY-MM-DD */
export const listOpenListings = (db: Executor, postIds: string[], day: string) =>
  db
    .selectFrom('listings')
    .where('post_id', 'in', postIds)
    .where('status', '=', 'open')
    .where('until', '>=', day)
    .select(['post_id', 'town'])
    .execute();

/** The key of a notification of a request `p`. */
const requestKey = (news: string) => sql<string>`'pickup ' || p.id || ${sql.lit(` ${news}`)}`;

/** Lists the requests that wait for a member's reply and that they have not read, the next day first. @param day of today, YYYY-MM-DD */
export const listRequests = (db: Executor, memberId: string, day: string) =>
  db
    .selectFrom('appointments as p')
    .innerJoin('members as r', 'r.id', 'p.requester_id')
    .leftJoin('listings as l', 'l.post_id', 'p.post_id')
    .leftJoin('posts as t', 't.id', 'p.post_id')
    .where('p.owner_id', '=', memberId)
    .where('p.subject', '=', 'amount')
    .where('p.status', '=', 'requested')
    .where('p.day', '>=', day)
    .where('r.disabled_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('member_notifications as n')
            .whereRef('n.member_id', '=', 'p.owner_id')
            .where('n.dedupe_key', 'in', ['requested', 'offered', 'ordered'].map(requestKey))
            .where('n.read_at', 'is not', null)
            .select('n.id'),
        ),
      ),
    )
    .orderBy('p.day')
    .orderBy('p.id')
    .limit(MAX_REQUESTS)
    .select(['p.id', 'p.kind', 'p.material', 'p.town', 'p.amount', 'p.unit', 'p.day', 'p.status'])
    .select(['p.created_at', 'p.updated_at', 'l.amount as total', 't.title'])
    .select(['r.first_name', 'r.last_name'])
    .$narrowType<{ material: string; unit: Listing['unit'] }>()
    .execute();

/** Finds the town of a member, and what is known of their digests. */
export const findReader = (db: Executor, memberId: string) =>
  db
    .selectFrom('members as m')
    .leftJoin('delivery_settings as s', 's.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .where('m.disabled_at', 'is', null)
    .select(['m.first_name', 'm.last_name', 'm.email', 'm.town'])
    .select(['s.digest', 's.digest_since', 's.digest_sent_at', 's.email_pressed_at'])
    .executeTakeFirst();
