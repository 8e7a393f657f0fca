import { type RawBuilder, sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

/** The members blocked by a member, and those who block the member. */
export const hiddenMembers = (db: Executor, memberId: string) =>
  db
    .selectFrom('blocks')
    .where('blocker_id', '=', memberId)
    .select('blocked_id as id')
    .unionAll(
      db.selectFrom('blocks').where('blocked_id', '=', memberId).select('blocker_id as id'),
    );

/**
 * Whether no block separates a member from a reader: the condition for everything that members read of each other.
 * The subquery refers to no row of the outer query, so both databases run it once per query, using two indexes
 * (docs/decisions/0049-blocks.md).
 * @param readerId null for a guest: guests neither block nor are blocked
 * @param column has the member's id, never null
 */
export const isNotBlocked = (
  db: Executor,
  readerId: string | null,
  column: string,
): RawBuilder<boolean> =>
  readerId === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} not in (${hiddenMembers(db, readerId)})`;

/** The same for a nullable column. */
export const isNullOrNotBlocked = (
  db: Executor,
  readerId: string,
  column: string,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or ${isNotBlocked(db, readerId, column)})`;
