import type { ListQuery } from '#lib/contract/pagination.ts';
import { type ListParameters, precompiled } from '#lib/server/db/precompiled.ts';
import type { Executor, NotificationTable } from '#lib/server/db/schema.ts';

import { followedMembers, fromEnabledActor, NOTIFICATION_COLUMNS } from './queries.ts';

/** A followed member, and the id since when their posts are notified. */
export interface FollowedAuthor {
  followed_id: string;
  since: string;
}

/** `read_at` is null while it is unread. */
export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number];

interface Reader {
  readerId: string;
  cursor: string | null;
}

/** What changes the query's text. */
interface ListVariant {
  limit: number;
  after: boolean;
}

const variantOf = ({ cursor, limit }: ListQuery): ListVariant => ({
  limit,
  after: cursor !== null,
});

const recentAuthors = precompiled(
  (db, { readerId, cursor }: Reader, { limit, after }: ListVariant) =>
    followedMembers(db, readerId)
      .select(['f.followed_id', 'f.id as since'])
      .select((eb) =>
        eb
          .selectFrom('notifications as n')
          .where('n.audience', '=', 'followers')
          .whereRef('n.audience_member_id', '=', 'f.followed_id')
          .whereRef('n.id', '>', 'f.id')
          .$if(after, (query) => query.where('n.id', '<', cursor as string))
          .orderBy('n.id', 'desc')
          .limit(1)
          .select('n.id')
          .as('newest'),
      )
      .orderBy('newest', (order) => order.desc().nullsLast())
      .limit(limit),
);

/**
 * Lists the followed members with the newest notifications: one index lookup each.
 * @param list the page
 */
export async function listRecentAuthors(
  db: Executor,
  readerId: string,
  list: ListQuery,
): Promise<FollowedAuthor[]> {
  const rows = await recentAuthors(db, { readerId, cursor: list.cursor }, variantOf(list));
  return rows.filter(({ newest }) => newest !== null);
}

/**
 * One branch of a list: a page of its own, read from the index.
 * @param memberId of the audience; null for `everyone`
 * @param since an id
 */
function audienceQuery(
  db: Executor,
  { cursor, limit }: ListQuery,
  audience: NotificationTable['audience'],
  memberId: string | null,
  since?: string,
) {
  const page = db
    .selectFrom('notifications as n')
    .where('n.audience', '=', audience)
    .$if(audience === 'member', (query) =>
      query.where(fromEnabledActor(db)).where('n.replaced_at', 'is', null),
    )
    .where('n.audience_member_id', memberId === null ? 'is' : '=', memberId)
    .$if(since !== undefined, (query) => query.where('n.id', '>', since as string))
    .$if(cursor !== null, (query) => query.where('n.id', '<', cursor as string))
    .orderBy('n.id', 'desc')
    .limit(limit)
    .select(NOTIFICATION_COLUMNS);
  return db.selectFrom(page.as('n')).select(NOTIFICATION_COLUMNS);
}

/** The authors are values in pairs: id, and since when. */
const page = precompiled(
  (
    db,
    values: Reader & ListParameters,
    { sources, limit, after }: ListVariant & { sources: number },
  ) => {
    const { readerId } = values;
    const list = { cursor: after ? values.cursor : null, limit };
    const own = audienceQuery(db, list, 'member', readerId);
    const all = audienceQuery(db, list, 'everyone', null, readerId);
    const followed = Array.from({ length: sources }, (_, at) =>
      audienceQuery(db, list, 'followers', values[2 * at] as string, values[2 * at + 1]),
    );
    const union = [all, ...followed].reduce((whole, part) => whole.unionAll(part), own);
    return db
      .selectFrom(union.as('n'))
      .leftJoin('notification_reads as r', (join) =>
        join.onRef('r.notification_id', '=', 'n.id').on('r.member_id', '=', readerId),
      )
      .orderBy('n.id', 'desc')
      .limit(limit)
      .select([...NOTIFICATION_COLUMNS, 'r.read_at']);
  },
);

/**
 * Lists a member's notifications, newest first: their own, everyone's since they joined, and those of `authors`. Each
 * branch reads one page at most.
 */
export function listNotifications(
  db: Executor,
  readerId: string,
  authors: FollowedAuthor[],
  list: ListQuery,
) {
  const pairs = authors.flatMap(({ followed_id, since }) => [followed_id, since]);
  const values = Object.assign({ readerId, cursor: list.cursor }, pairs);
  return page(db, values, { ...variantOf(list), sources: authors.length });
}
