import { sql } from 'kysely';

import { visibleMembers } from '#lib/server/people/members/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

// Far more open listings than any member has.
const MAX_LISTINGS = 100;

const joinedAtById = precompiled((db, { viewerId, id }: { viewerId: string; id: string }) =>
  visibleMembers(db, viewerId).where('m.id', '=', id).select('m.joined_at'),
);

/** @returns when a member joined; undefined when the viewer cannot see them */
export const findJoinedAt = async (db: Executor, viewerId: string, id: string) =>
  (await joinedAtById(db, { viewerId, id }))[0]?.joined_at;

const openListingsOf = precompiled((db, { id }: { id: string }) =>
  db
    .selectFrom('listings as l')
    .where('l.status', '=', 'open')
    // A subquery, not a join: SQLite would scan all open listings for each post.
    .where('l.post_id', 'in', db.selectFrom('posts').where('author_id', '=', id).select('id'))
    .orderBy('l.post_id', 'desc')
    .limit(sql.lit(MAX_LISTINGS))
    .select(['l.kind', 'l.material', 'l.town', 'l.post_id']),
);

/** Lists the open listings of a member whom the viewer sees, newest first. */
export const listOpenListings = (db: Executor, id: string) => openListingsOf(db, { id });
