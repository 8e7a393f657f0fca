import { type ExpressionBuilder, sql } from 'kysely';

import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { canBeAgreedTo, type ToCome } from '#lib/server/exchange/appointments/pressing-queries.ts';
import { withFacts } from '#lib/server/notifications/inbox/queries.ts';
import type {
  AmountAppointment,
  AppointmentTable,
  Executor,
  HalfDayAppointment,
  Schema,
} from '#lib/server/platform/db/schema.ts';

/** What a digest lists: messages about requests, and the kinds of other notifications. */
interface Listed {
  requests: string[];
  kinds: NotificationKind[];
}

/** Starts the digests of a day, unless they were started. */
export const startDigests = (db: Executor, day: string) =>
  db
    .insertInto('digests')
    .values({ day, after_id: null, is_complete: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Finds the progress of a day's digests. */
export const findDigests = (db: Executor, day: string) =>
  db.selectFrom('digests').where('day', '=', day).selectAll().executeTakeFirstOrThrow();

/**
 * Records the progress of a day's digests, unless another server has advanced it.
 * @param from the last member according to the last read
 * @returns whether it was recorded
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

/** Deletes the progress of earlier days. */
export const deleteDigestsBefore = (db: Executor, day: string) =>
  db.deleteFrom('digests').where('day', '<', day).execute();

/** Lists the next members who may get email, sorted by id, with the history of their digests. */
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
 * Lists the members with news: unread, and newer than their last digest.
 * @param since milliseconds since 1970: older notifications are not news
 */
export async function listWithNews(
  db: Executor,
  memberIds: string[],
  since: number,
  { kinds, requests }: Listed,
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
    // Requests are listed while they wait; new ones justify a digest.
    .where((eb) => eb.or([eb('n.kind', 'in', kinds), eb('n.message', 'in', requests)]))
    .select('n.member_id')
    .distinct()
    .execute();
  return new Set(rows.map(({ member_id }) => member_id));
}

// The maximum in an email.
const MAX_NEWS = 100;
const MAX_REQUESTS = 10;

/** Lists a member's unread notifications since a time, newest first. */
export const listNews = (
  db: Executor,
  memberId: string,
  since: number,
  { kinds }: Pick<Listed, 'kinds'>,
) =>
  withFacts(db, memberId)
    .where('n.read_at', 'is', null)
    .where('n.replaced_at', 'is', null)
    .where('n.created_at', '>', since)
    .where('n.kind', 'in', kinds)
    .orderBy('n.id', 'desc')
    .limit(MAX_NEWS)
    .execute();

/** Lists the listings of posts that can still be requested. @param day today, YYYY-MM-DD */
export const listOpenListings = (db: Executor, postIds: string[], day: string) =>
  db
    .selectFrom('listings')
    .where('post_id', 'in', postIds)
    .where('status', '=', 'open')
    .where('until', '>=', day)
    .select(['post_id', 'town'])
    .execute();

/** The notification key of a request `k`. */
const requestKey = (message: string) => {
  const [noun, news] = message.split('_');
  return sql<string>`${sql.lit(`${noun} `)} || k.id || ${sql.lit(` ${news}`)}`;
};

/** Whether the owner has read the notification of a request `k`. */
const isRead = (
  eb: ExpressionBuilder<Schema & { k: AppointmentTable }, 'k'>,
  { requests }: Pick<Listed, 'requests'>,
) =>
  eb.exists(
    eb
      .selectFrom('member_notifications as n')
      .whereRef('n.member_id', '=', 'k.owner_id')
      .where('n.dedupe_key', 'in', requests.map(requestKey))
      .where('n.read_at', 'is not', null)
      .select('n.id'),
  );

/** Lists unread requests that a member can agree to, next day first. */
export const listRequests = (
  db: Executor,
  memberId: string,
  toCome: ToCome,
  listed: Pick<Listed, 'requests'>,
) =>
  db
    .selectFrom('appointments as k')
    .innerJoin('members as r', 'r.id', 'k.requester_id')
    .leftJoin('listings as l', 'l.post_id', 'k.post_id')
    .leftJoin('posts as t', 't.id', 'k.post_id')
    .where('k.owner_id', '=', memberId)
    .where(canBeAgreedTo(toCome))
    .where('r.disabled_at', 'is', null)
    .where((eb) => eb.not(isRead(eb, listed)))
    .orderBy('k.day')
    .orderBy('k.id')
    .limit(MAX_REQUESTS)
    .select([
      'k.id',
      'k.subject',
      'k.kind',
      'k.material',
      'k.town',
      'k.amount',
      'k.unit',
      'k.day',
      'k.status',
    ])
    .select(['k.machine', 'k.half', 'k.whole_day'])
    .select(['k.created_at', 'k.updated_at', 'l.amount as total', 't.title'])
    .select(['r.first_name', 'r.last_name'])
    .$narrowType<
      | Pick<AmountAppointment, 'subject' | 'material' | 'unit'>
      | Pick<HalfDayAppointment, 'subject' | 'machine' | 'half' | 'whole_day'>
    >()
    .execute();

/** Finds a member's town, and the history of their digests. */
export const findReader = (db: Executor, memberId: string) =>
  db
    .selectFrom('members as m')
    .leftJoin('delivery_settings as s', 's.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .where('m.disabled_at', 'is', null)
    .select(['m.first_name', 'm.last_name', 'm.email', 'm.town'])
    .select(['s.digest', 's.digest_since', 's.digest_sent_at', 's.email_pressed_at'])
    .executeTakeFirst();
