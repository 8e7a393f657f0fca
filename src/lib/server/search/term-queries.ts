import type { Executor } from '#lib/server/db/schema.ts';

import type { SearchWord } from './queries.ts';
import { editsOf, parseTerms } from './search-words.ts';

// More would make another search of it.
const MAX_SIMILAR = 10;

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

async function findSimilarTerms(db: Executor, forms: string[]): Promise<string[]> {
  // The words as typed have been looked for.
  const edits = [...new Set(forms.flatMap(editsOf)).difference(new Set(forms))];
  if (edits.length === 0) return [];
  const rows = await db
    .selectFrom('search_terms')
    .where('term', 'in', edits)
    .orderBy('term')
    .limit(MAX_SIMILAR)
    .select('term')
    .execute();
  return rows.map(({ term }) => term);
}

/**
 * Adds to each word the words of posts and resources that differ from it by one letter.
 * @returns null when there are none
 */
async function addSimilarForms(db: Executor, words: SearchWord[]): Promise<SearchWord[] | null> {
  const found: SearchWord[] = [];
  for (const each of words) {
    const similar = await findSimilarTerms(db, each.forms);
    found.push({ ...each, forms: [...each.forms, ...similar] });
  }
  const isAny = found.some(({ forms }, index) => forms.length > (words[index]?.forms.length ?? 0));
  return isAny ? found : null;
}

/**
 * Finds something by its words, or when nothing is found, with one wrong letter in longer words. Following pages find
 * the same way: what was found as typed on the first page ends with it.
 */
export async function findOrCorrect<T>(
  db: Executor,
  words: SearchWord[],
  find: (words: SearchWord[]) => Promise<T[]>,
): Promise<T[]> {
  const found = await find(words);
  if (found.length > 0) return found;
  const corrected = await addSimilarForms(db, words);
  return corrected ? find(corrected) : [];
}
