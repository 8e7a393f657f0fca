import { sql } from 'kysely';

import type { Db, Executor } from '#lib/server/platform/db/schema.ts';

/** The full-text indexes that store no copy of the texts, and keep a deleted row's words until a merge. */
export const SEARCH_TABLES = ['posts_fts', 'members_fts'] as const;
type SearchTable = (typeof SEARCH_TABLES)[number];

// Some milliseconds each.
const PAGES = 16;

/** A negative number of pages marks all segments for the merge (https://sqlite.org/fts5.html#the_merge_command). */
export const beginMerge = (db: Db, table: SearchTable) => merge(db, table, -PAGES);

const merge = (db: Executor, table: SearchTable, pages: number) =>
  sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank) values ('merge', ${sql.lit(pages)})`.execute(
    db,
  );

const countChanges = async (db: Executor): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Merges some pages. @returns whether there are more */
export const mergePart = (db: Db, table: SearchTable): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const before = await countChanges(tx);
    await merge(tx, table, PAGES);
    // The insert itself is a change.
    return (await countChanges(tx)) - before > 1;
  });
