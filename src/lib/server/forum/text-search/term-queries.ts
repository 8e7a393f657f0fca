import { sql, SqliteAdapter } from 'kysely';

import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { parseTerms } from './search-words.ts';

/** Adds the words of a text to the dictionary for misspelled search words. */
export async function addSearchTerms(db: Executor, text: string): Promise<void> {
  // Sorted, so that concurrent transactions do not deadlock.
  const terms = parseTerms(text).toSorted();
  if (terms.length > 0) await addedTerms(db, terms, terms.length);
}

/** @returns the terms that occur in posts or resources, in alphabetical order */
export async function listTerms(db: Executor, terms: string[], limit: number): Promise<string[]> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  // As one parameter: a list of hundreds would be a separate statement for each length.
  const list = isSqlite ? JSON.stringify(terms) : terms;
  const rows = await termsIn(db, { list }, { limit, isSqlite });
  return rows.map(({ term }) => term);
}

const termsIn = precompiled(
  (db, { list }: { list: unknown }, { limit, isSqlite }: { limit: number; isSqlite: boolean }) =>
    db
      .selectFrom('search_terms')
      .where(
        isSqlite
          ? sql<boolean>`term in (select value from json_each(${list}))`
          : sql<boolean>`term = any(${list}::text[])`,
      )
      .orderBy('term')
      .limit(sql.lit(limit))
      .select('term'),
);

const addedTerms = precompiled((db, terms: ListParameters, count: number) =>
  db
    .insertInto('search_terms')
    .values(listParameters(terms, count).map((term) => ({ term })))
    .onConflict((conflict) => conflict.doNothing()),
);

// Each is looked up in the index.
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

/** Deletes the terms that no longer occur in any post or resource. */
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
