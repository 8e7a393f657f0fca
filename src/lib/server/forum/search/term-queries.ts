import { sql, SqliteAdapter } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

import { parseTerms } from './search-words.ts';

/** Adds the words of a text to those among which misspelled search words are looked up. */
export async function addSearchTerms(db: Executor, text: string): Promise<void> {
  // In order: concurrent transactions insert the rows without a deadlock.
  const rows = parseTerms(text)
    .toSorted()
    .map((term) => ({ term }));
  if (rows.length === 0) return;
  await db
    .insertInto('search_terms')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns those of the terms that posts or resources have, in alphabetical order */
export async function listTerms(db: Executor, terms: string[], limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('search_terms')
    .where('term', 'in', terms)
    .orderBy('term')
    .limit(limit)
    .select('term')
    .execute();
  return rows.map(({ term }) => term);
}

// Each of them is looked up in the index.
const UNUSED_BATCH = 50;

const IS_USED = {
  sqlite: sql<boolean>`
    exists (select 1 from posts_fts where posts_fts match '"' || search_terms.term || '"')
    or exists (select 1 from resources_fts where resources_fts match '"' || search_terms.term || '"')`,
  postgres: sql<boolean>`
    exists (select 1 from posts
      where search_prefixes(search_vector) @> array[left(search_terms.term, 12)]
        and search_vector @@ search_terms.term::tsquery)
    or exists (select 1 from resource_vectors where search_vector @@ search_terms.term::tsquery)`,
};

/** Deletes those of the words that no post and no resource has. */
export async function deleteUnusedTerms(db: Executor, terms: string[]): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const isUsed = isSqlite ? IS_USED.sqlite : IS_USED.postgres;
  for (let start = 0; start < terms.length; start += UNUSED_BATCH)
    await db
      .deleteFrom('search_terms')
      .where('term', 'in', terms.slice(start, start + UNUSED_BATCH))
      .where(sql<boolean>`not (${isUsed})`)
      .execute();
}
