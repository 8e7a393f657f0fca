// Who posted a listing for its owner: a steward.
import { type RawBuilder, sql, type SqlBool } from 'kysely';

import { isNullOrNotBlocked } from '#lib/server/people/blocks/visibility-queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** The name of who posted listing `l` for its owner. */
export const POSTER_NAME = sql<string | null>`(select first_name || ' ' || last_name
  from members where id = l.posted_by and disabled_at is null)`.as('poster_name');

/** Whether neither of the viewer and who posted listing `l` for its owner blocks the other. */
export const isPosterNotBlocked = (db: Executor, viewer: string | null): RawBuilder<SqlBool> =>
  viewer === null ? sql`true` : isNullOrNotBlocked(db, viewer, 'l.posted_by');

/** The name of who posted a listing for its owner, where the listing is no row. */
export async function findPosterName(db: Executor, id: string | null): Promise<string | null> {
  const query = sql<{ name: string }>`select first_name || ' ' || last_name as name
    from members where id = ${id} and disabled_at is null`;
  return id && ((await query.execute(db)).rows[0]?.name ?? null);
}

/** Finds the author of a post with a listing. */
export const findOwnerOfListing = (db: Executor, id: string) =>
  db
    .selectFrom('posts as p')
    .innerJoin('listings as l', 'l.post_id', 'p.id')
    .where('p.id', '=', id)
    .select('p.author_id')
    .executeTakeFirst();
