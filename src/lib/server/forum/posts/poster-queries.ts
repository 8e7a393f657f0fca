// The stewards who post listings for their owners.
import { type RawBuilder, sql, type SqlBool } from 'kysely';

import { isNullOrNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** The name of the steward who posted listing `l`. */
export const POSTER_NAME = sql<string | null>`(select first_name || ' ' || last_name
  from members where id = l.posted_by and disabled_at is null)`.as('poster_name');

/** Whether no block separates the viewer from the steward who posted listing `l`. */
export const isPosterNotBlocked = (db: Executor, viewer: string | null): RawBuilder<SqlBool> =>
  viewer === null ? sql`true` : isNullOrNotBlocked(db, viewer, 'l.posted_by');

/** The name of the steward who posted a listing that is not a row yet. */
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

/** Counts the published posts of a member, including those for others; null for staff. */
export async function countPublished(db: Executor, memberId: string): Promise<number | null> {
  const { posts_count, role, for_others, by_steward } = await db
    .selectFrom('members as m')
    .where('m.id', '=', memberId)
    .select(['m.posts_count', 'm.role'])
    .select((eb) => [
      eb
        .selectFrom('listings')
        .where('posted_by', '=', memberId)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('for_others'),
      eb
        .selectFrom('listings as l')
        .innerJoin('posts as p', 'p.id', 'l.post_id')
        .where('p.author_id', '=', memberId)
        .where('l.posted_by', 'is not', null)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('by_steward'),
    ])
    .executeTakeFirstOrThrow();
  return role === 'staff' ? null : posts_count + Number(for_others) - Number(by_steward);
}
