import { sql } from 'kysely';

import type { ListQuery } from '#lib/contract/lists.ts';
import type { Executor, NotificationTable } from '#lib/server/db/schema.ts';

const COLUMNS = ['n.id', 'n.type', 'n.link_data', 'n.title', 'n.content', 'n.created_at'] as const;

/** Somebody who is followed, and since which id their posts are news to the follower. */
export interface Source {
  followed_id: string;
  since: string;
}

/** A notification as it comes from the database; `read_at` is null while it is unread. */
export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number];

/** Keeps a notification; one whose `once_key` is there already changes nothing. */
export const insertNotification = (db: Executor, row: NotificationTable) =>
  db
    .insertInto('notifications')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Takes away what leads to something that is gone. */
export const deleteNotificationsOf = (db: Executor, linkData: string) =>
  db.deleteFrom('notifications').where('link_data', '=', linkData).execute();

/**
 * Lists who, of the members somebody follows, may stand on a page: with `limit` rows, the `limit` whose newest is newest.
 * One look into the index finds the newest of each.
 * @param list where the page goes on, and its rows
 */
export async function listSources(
  db: Executor,
  readerId: string,
  { cursor, limit }: ListQuery,
): Promise<Source[]> {
  const rows = await db
    .selectFrom('follows as f')
    .innerJoin('members as m', 'm.id', 'f.followed_id')
    .where('f.follower_id', '=', readerId)
    .where('m.disabled_at', 'is', null)
    .select(['f.followed_id', 'f.id as since'])
    .select((eb) =>
      eb
        .selectFrom('notifications as n')
        .where('n.audience', '=', 'followers')
        .whereRef('n.subject_id', '=', 'f.followed_id')
        .whereRef('n.id', '>', 'f.id')
        .$if(cursor !== null, (query) => query.where('n.id', '<', cursor as string))
        .orderBy('n.id', 'desc')
        .limit(1)
        .select('n.id')
        .as('newest'),
    )
    .orderBy('newest', (order) => order.desc().nullsLast())
    .limit(limit)
    .execute();
  return rows.filter(({ newest }) => newest !== null);
}

/** To whom a branch of a reader's list is addressed, and since when. */
interface To {
  audience: NotificationTable['audience'];
  subject?: string;
  since?: string;
}

/** One branch of a reader's list: a page of its own, straight from the index. */
function branch(db: Executor, { cursor, limit }: ListQuery, { audience, subject, since }: To) {
  const page = db
    .selectFrom('notifications as n')
    // Not bound: what is for everyone has an index of its own, which a database must see is meant.
    .where('n.audience', '=', sql.lit(audience))
    .$if(subject !== undefined, (query) => query.where('n.subject_id', '=', subject as string))
    .$if(since !== undefined, (query) => query.where('n.id', '>', since as string))
    .$if(cursor !== null, (query) => query.where('n.id', '<', cursor as string))
    .orderBy('n.id', 'desc')
    .limit(limit)
    .select(COLUMNS);
  return db.selectFrom(page.as('n')).select(COLUMNS);
}

/**
 * Lists what a member is told, newest first: what is for them, for everyone since they joined, and for the
 * followers of `sources`. However many rows there are, each branch reads no more than a page.
 */
export function listNotifications(
  db: Executor,
  readerId: string,
  sources: Source[],
  list: ListQuery,
) {
  const own = branch(db, list, { audience: 'member', subject: readerId });
  const all = branch(db, list, { audience: 'everyone', since: readerId });
  const followed = sources.map(({ followed_id: subject, since }) =>
    branch(db, list, { audience: 'followers', subject, since }),
  );
  const union = [all, ...followed].reduce((whole, part) => whole.unionAll(part), own);
  return db
    .selectFrom(union.as('n'))
    .leftJoin('notification_reads as r', (join) =>
      join.onRef('r.notification_id', '=', 'n.id').on('r.member_id', '=', readerId),
    )
    .orderBy('n.id', 'desc')
    .limit(list.limit)
    .select([...COLUMNS, 'r.read_at'])
    .execute();
}

/** What a member has not read, of `notifications as n`. */
const unread = (db: Executor, readerId: string) =>
  sql<boolean>`not exists ${db
    .selectFrom('notification_reads as r')
    .where('r.member_id', '=', readerId)
    .where('r.notification_id', '=', sql.ref<string>('n.id'))
    .select('r.read_at')}`;

/** What a member is told by those they follow, in no order. */
const fromFollowed = (db: Executor, readerId: string) =>
  db
    .selectFrom('follows as f')
    .innerJoin('members as m', 'm.id', 'f.followed_id')
    .innerJoin('notifications as n', 'n.subject_id', 'f.followed_id')
    .where('f.follower_id', '=', readerId)
    .where('m.disabled_at', 'is', null)
    .where('n.audience', '=', sql.lit('followers'))
    .whereRef('n.id', '>', 'f.id')
    .select('n.id');

/**
 * Whether a member has something unread, however old. It looks until the first that is unread, all in indexes, and so
 * passes no more rows than the member has read.
 */
export async function hasUnread(db: Executor, readerId: string): Promise<boolean> {
  const notice = db.selectFrom('notifications as n').select('n.id').orderBy('n.id', 'desc');
  const kinds = [
    notice.where('n.audience', '=', sql.lit('member')).where('n.subject_id', '=', readerId),
    notice.where('n.audience', '=', sql.lit('everyone')).where('n.id', '>', readerId),
    fromFollowed(db, readerId),
  ];
  const { found } = await db
    .selectNoFrom((eb) =>
      eb.or(kinds.map((kind) => eb.exists(kind.where(unread(db, readerId)).limit(1)))).as('found'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(found);
}

/** Finds a notification that is for this member. */
export const findNotification = (db: Executor, readerId: string, id: string) =>
  db
    .selectFrom('notifications as n')
    .where('n.id', '=', id)
    .where((eb) =>
      eb.or([
        eb('n.audience', '=', 'everyone').and('n.id', '>', readerId),
        eb('n.audience', '=', 'member').and('n.subject_id', '=', readerId),
        eb.exists(
          eb
            .selectFrom('follows as f')
            .where('f.follower_id', '=', readerId)
            .whereRef('f.followed_id', '=', 'n.subject_id')
            .whereRef('f.id', '<', 'n.id')
            .where('n.audience', '=', 'followers')
            .select('f.id'),
        ),
      ]),
    )
    .select(COLUMNS)
    .executeTakeFirst();

/** Notes that a member has read a notification; again changes nothing. */
export const insertRead = (db: Executor, memberId: string, id: string, now: number) =>
  db
    .insertInto('notification_reads')
    .values({ member_id: memberId, notification_id: id, read_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'notification_id']).doNothing())
    .execute();
