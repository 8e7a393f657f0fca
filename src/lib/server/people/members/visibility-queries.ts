import { type RawBuilder, sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

/** The members whom a member blocks, and those who block them. */
export const hiddenMembers = (db: Executor, memberId: string) =>
  db
    .selectFrom('blocks')
    .where('blocker_id', '=', memberId)
    .select('blocked_id as id')
    .unionAll(
      db.selectFrom('blocks').where('blocked_id', '=', memberId).select('blocker_id as id'),
    );

/**
 * Whether neither of a member and a reader blocked the other: the condition of all that members read of each other. The
 * subquery names no row of the outer query, so that both databases run it once for a query, by two indexes
 * (docs/decisions/0049-blocks.md).
 * @param readerId null for a guest: only members block
 * @param column the member's id, never null
 */
export const isNotBlocked = (
  db: Executor,
  readerId: string | null,
  column: string,
): RawBuilder<boolean> =>
  readerId === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} not in (${hiddenMembers(db, readerId)})`;

/** The same, of a column that may be null, for no member. */
export const isNullOrNotBlocked = (
  db: Executor,
  readerId: string,
  column: string,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or ${isNotBlocked(db, readerId, column)})`;
