import { sql } from 'kysely';

import {
  isFollowedBy,
  MEMBER_COLUMNS,
  visibleMembers,
} from '#lib/server/people/members/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** The sort key, highest first. */
export interface Rank {
  /** the number of the viewer's followees who follow the member */
  mutual_count: number;
  followers: number;
  posts: number;
  id: string;
}

/** The viewer, and an id from the time of the first page: later follows do not change the order. */
export interface Audience {
  viewerId: string;
  asOf: string;
}

// Only the latest follows are used, to bound the work.
const MAX_FOLLOWEES = 100;
const MAX_FOLLOWEE_FOLLOWS = 2000;

// The order of an index.
const MOST_FOLLOWED = sql`m.followers_count desc, m.posts_count desc, m.id desc`;

/** The members whom the viewer's followees follow, with repetitions. */
const followeeFollows = (db: Executor, { viewerId, asOf }: Audience) =>
  db
    .selectFrom('follows as theirs')
    .where('theirs.follower_id', 'in', (eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('follows')
            .where('follower_id', '=', viewerId)
            .where('id', '<', asOf)
            .orderBy('id', 'desc')
            .limit(sql.lit(MAX_FOLLOWEES))
            .select('followed_id')
            .as('own'),
        )
        .select('own.followed_id'),
    )
    .where('theirs.id', '<', asOf)
    .orderBy('theirs.id', 'desc')
    .limit(sql.lit(MAX_FOLLOWEE_FOLLOWS))
    .select('theirs.followed_id');

/** Members that the viewer can see, and does not follow yet. */
const candidates = (db: Executor, viewerId: string) =>
  visibleMembers(db, viewerId)
    .where('m.id', '!=', viewerId)
    .where((eb) => eb.not(isFollowedBy(eb, viewerId)))
    .select([...MEMBER_COLUMNS, 'm.followers_count', 'm.posts_count']);

/** The parameters that change the queries' text. */
interface PageVariant {
  after: boolean;
  limit: number;
}

const mutualCandidates = precompiled(
  (db, values: Audience & Rank, { after, limit }: PageVariant) => {
    const { mutual_count, followers, posts, id } = values;
    return candidates(db, values.viewerId)
      .innerJoin(
        (eb) =>
          eb
            .selectFrom(followeeFollows(db, values).as('each'))
            .groupBy('each.followed_id')
            .select((inner) => ['each.followed_id', inner.fn.countAll<number>().as('mutual_count')])
            .as('mutual'),
        (join) => join.onRef('mutual.followed_id', '=', 'm.id'),
      )
      .$if(after, (query) =>
        query.where(
          sql<boolean>`(mutual.mutual_count, m.followers_count, m.posts_count, m.id) < (${mutual_count}, ${followers}, ${posts}, ${id})`,
        ),
      )
      .orderBy('mutual.mutual_count', 'desc')
      .orderBy(MOST_FOLLOWED)
      .limit(sql.lit(limit))
      .select('mutual.mutual_count');
  },
);

const otherCandidates = precompiled(
  (db, values: Audience & Rank, { after, limit }: PageVariant) => {
    const { viewerId, followers, posts, id } = values;
    return candidates(db, viewerId)
      .where('m.id', 'not in', followeeFollows(db, values))
      .$if(after, (query) =>
        query.where(
          sql<boolean>`(m.followers_count, m.posts_count, m.id) < (${followers}, ${posts}, ${id})`,
        ),
      )
      .orderBy(MOST_FOLLOWED)
      .limit(sql.lit(limit))
      .select((eb) => eb.lit(0).as('mutual_count'));
  },
);

const FIRST: Rank = { mutual_count: 0, followers: 0, posts: 0, id: '' };

/**
 * Lists candidates that the viewer's followees follow.
 * @param after the rank of the last one listed, or null
 */
export const listMutualCandidates = (
  db: Executor,
  audience: Audience,
  after: Rank | null,
  limit: number,
) => mutualCandidates(db, { ...audience, ...(after ?? FIRST) }, { after: after !== null, limit });

/** Lists the other candidates, using an index. */
export const listOtherCandidates = (
  db: Executor,
  audience: Audience,
  after: Rank | null,
  limit: number,
) => otherCandidates(db, { ...audience, ...(after ?? FIRST) }, { after: after !== null, limit });
