import type { Executor } from '#lib/server/db/schema.ts';

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
