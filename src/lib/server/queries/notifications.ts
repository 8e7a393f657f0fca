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

/** The newest post that is news, of everybody somebody follows: one look into the index each. */
const newestOfFollowed = (db: Executor, readerId: string, cursor: string | null) =>
  db
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
    );

/**
 * Lists who, of the members somebody follows, may stand on a page: with `limit` rows, the `limit` whose newest is newest.
 * @param list where the page goes on, and its rows
 */
export async function listSources(
  db: Executor,
  readerId: string,
  { cursor, limit }: ListQuery,
): Promise<Source[]> {
  const rows = await newestOfFollowed(db, readerId, cursor)
    .orderBy('newest', (order) => order.desc().nullsLast())
    .limit(limit)
    .execute();
  return rows.filter(({ newest }) => newest !== null);
}

/** One branch of a reader's list: a page of its own, straight from the index. */
function branch(
  db: Executor,
  { cursor, limit }: ListQuery,
  to: { audience: NotificationTable['audience']; subject: string | null; since?: string },
) {
  const { audience, subject, since } = to;
  const page = db
    .selectFrom('notifications as n')
    .where('n.audience', '=', audience)
    .where('n.subject_id', subject === null ? 'is' : '=', subject)
    .$if(since !== undefined, (query) => query.where('n.id', '>', since as string))
    .$if(cursor !== null, (query) => query.where('n.id', '<', cursor as string))
    // One subject a branch: naming it makes Postgres walk the index that is in this order, also where it is null.
    .orderBy('n.subject_id', 'desc')
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
  const all = branch(db, list, { audience: 'everyone', subject: null, since: readerId });
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

/**
 * Whether a member has something unread among the newest of each kind.
 * @param window how many of one's own, and of everybody's, are looked at
 */
export async function hasUnread(db: Executor, readerId: string, window: number): Promise<boolean> {
  const list = { cursor: null, limit: window };
  const newest = newestOfFollowed(db, readerId, null).as('f');
  const ids = db
    .selectFrom(branch(db, list, { audience: 'member', subject: readerId }).as('n'))
    .select('n.id')
    .unionAll(
      db
        .selectFrom(
          branch(db, list, { audience: 'everyone', subject: null, since: readerId }).as('n'),
        )
        .select('n.id'),
    )
    .unionAll(db.selectFrom(newest).select((eb) => eb.ref('f.newest').$castTo<string>().as('id')));
  const found = await db
    .selectFrom(ids.as('n'))
    .where('n.id', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notification_reads as r')
            .where('r.member_id', '=', readerId)
            .whereRef('r.notification_id', '=', 'n.id')
            .select('r.read_at'),
        ),
      ),
    )
    .select(sql.lit(1).as('one'))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
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
