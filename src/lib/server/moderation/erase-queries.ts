import { type RawBuilder, sql, SqliteAdapter } from 'kysely';

import type { Executor } from '#lib/server/db/schema.ts';

import { clearDecisions } from './decision-queries.ts';

/** A column of a row in quarantine. */
function storedColumn(db: Executor, column: 'id' | 'comment_id'): RawBuilder<string> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const content = isSqlite ? sql`content` : sql`cast(content as json)`;
  return sql<string>`(${content} ->> ${sql.lit(column)})`;
}

/**
 * Deletes what others reported of a member's comments in quarantine: it is about words that go, and could not be put
 * back without them.
 */
async function deleteReportsOfComments(db: Executor, memberId: string): Promise<void> {
  const comments = db
    .selectFrom('quarantine_rows')
    .where('member_id', '=', memberId)
    .where('table_name', '=', 'comments')
    .select(storedColumn(db, 'id').as('id'));
  await db
    .deleteFrom('quarantine_rows')
    .where('table_name', '=', 'reports')
    .where(storedColumn(db, 'comment_id'), 'in', comments)
    .execute();
}

/** @returns the texts of a member's posts in quarantine, as search knew them */
export async function listPostTexts(db: Executor, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('quarantine_rows')
    .where('member_id', '=', memberId)
    .where('table_name', '=', 'posts')
    .select('content')
    .execute();
  return rows.map(({ content }) => {
    const { title, description } = JSON.parse(content) as Record<string, string>;
    return `${title} ${description}`;
  });
}

/** Clears what is written about a member who is about to be deleted; what is theirs goes with them. */
export async function eraseModerationOf(db: Executor, memberId: string): Promise<void> {
  await clearDecisions(db, [memberId]);
  await deleteReportsOfComments(db, memberId);
}

/**
 * Clears the words of old decisions, which stay for their numbers, and deletes the reports that they settled.
 * @param before milliseconds since 1970
 */
export async function clearOldTexts(db: Executor, before: number): Promise<void> {
  await db
    .updateTable('moderation_decisions')
    .set({ excerpt: '', note: '', reply: null, response: null })
    .where('created_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('excerpt', '!=', ''),
        eb('note', '!=', ''),
        eb('reply', 'is not', null),
        eb('response', 'is not', null),
      ]),
    )
    .execute();
  await db.deleteFrom('reports').where('dismissed_at', '<', before).execute();
}
