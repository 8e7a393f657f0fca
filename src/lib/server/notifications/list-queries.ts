import { sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import { type ListParameters, precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, NotificationTable } from '#lib/server/platform/db/schema.ts';

import {
  followedMembers,
  forReader,
  fromVisibleActor,
  isShownToEveryone,
  NOTIFICATION_COLUMNS,
} from './queries.ts';

/** A followed member, and the ids since and until when their posts are notified. */
export interface FollowedAuthor {
  followed_id: string;
  since: string;
  until: string;
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
      .select(['f.followed_id', 'f.id as since', 'f.until_id as until'])
      .select((eb) =>
        eb
          .selectFrom('notifications as n')
          .where('n.audience', '=', 'followers')
          .whereRef('n.audience_member_id', '=', 'f.followed_id')
          .whereRef('n.id', '>', 'f.id')
          // One condition: of two, SQLite uses only the first.
          .where(
            'n.id',
            '<',
            after
              ? sql<string>`case when f.until_id < ${cursor} then f.until_id else ${cursor} end`
              : sql.ref<string>('f.until_id'),
          )
          .orderBy('n.id', 'desc')
          .limit(1)
          .select('n.id')
          .as('newest'),
      )
      .orderBy('newest', (order) => order.desc().nullsLast())
      .limit(sql.lit(limit)),
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

/** The audience of one branch of a list, and the ids between which its notifications are. */
interface Audience {
  audience: NotificationTable['audience'];
  /** the reader for `everyone` */
  memberId: string;
  since?: string;
  before: string | null;
}

/** One branch of a list: a page of its own, read from the index. */
function audienceQuery(
  db: Executor,
  limit: number,
  { audience, memberId, since, before }: Audience,
) {
  const page = db
    .selectFrom('notifications as n')
    .where('n.audience', '=', audience)
    .$if(audience === 'member', (query) =>
      query.where(fromVisibleActor(db, memberId)).where('n.replaced_at', 'is', null),
    )
    .$if(audience === 'everyone', (query) =>
      query.where('n.audience_member_id', 'is', null).where(isShownToEveryone(db, memberId)),
    )
    .$if(audience !== 'everyone', (query) => query.where('n.audience_member_id', '=', memberId))
    .$if(since !== undefined, (query) => query.where('n.id', '>', since as string))
    .$if(before !== null, (query) => query.where('n.id', '<', before as string))
    .orderBy('n.id', 'desc')
    .limit(sql.lit(limit))
    .select(NOTIFICATION_COLUMNS);
  return db.selectFrom(page.as('n')).select(NOTIFICATION_COLUMNS);
}

/** The authors are three values each: id, since when, and before when. */
const page = precompiled(
  (
    db,
    values: Reader & ListParameters,
    { sources, limit, after }: ListVariant & { sources: number },
  ) => {
    const { readerId } = values;
    const before = after ? values.cursor : null;
    const everyone = { audience: 'everyone', memberId: readerId, since: readerId } as const;
    const own = audienceQuery(db, limit, { audience: 'member', memberId: readerId, before });
    const all = audienceQuery(db, limit, { ...everyone, before });
    const followed = Array.from({ length: sources }, (_, nth) => {
      const [memberId = '', since = '', until = ''] = [0, 1, 2].map((at) => values[3 * nth + at]);
      return audienceQuery(db, limit, { audience: 'followers', memberId, since, before: until });
    });
    const union = [all, ...followed].reduce((whole, part) => whole.unionAll(part), own);
    const newest = db
      .selectFrom(union.as('n'))
      .orderBy('n.id', 'desc')
      .limit(sql.lit(limit))
      .select(NOTIFICATION_COLUMNS);
    return forReader(db, readerId, newest).orderBy('n.id', 'desc');
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
  const { cursor } = list;
  const triples = authors.flatMap(({ followed_id, since, until }) => [
    followed_id,
    since,
    cursor !== null && cursor < until ? cursor : until,
  ]);
  const values = Object.assign({ readerId, cursor }, triples);
  return page(db, values, { ...variantOf(list), sources: authors.length });
}
