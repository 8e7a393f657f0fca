import { editsOf, type SearchWord } from '#lib/server/forum/text-search/search-words.ts';
import { listTerms } from '#lib/server/forum/text-search/term-queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { NAME_WORDS } from './other-names.ts';

// More candidates would change the meaning of the search.
const MAX_SIMILAR = 10;

/** Finds words of posts, resources and names that differ from a word by one letter. */
async function findSimilarTerms(db: Executor, { word, forms }: SearchWord): Promise<string[]> {
  if (NAME_WORDS.has(word)) return [];
  // The words as typed were searched before.
  const edits = [...new Set(forms.flatMap(editsOf)).difference(new Set(forms))];
  if (edits.length === 0) return [];
  const names = edits.filter((edit) => NAME_WORDS.has(edit));
  const terms = await listTerms(db, edits, MAX_SIMILAR);
  return [...new Set([...names, ...terms])].slice(0, MAX_SIMILAR);
}

async function correctWord(db: Executor, word: SearchWord): Promise<SearchWord> {
  const similar = await findSimilarTerms(db, word);
  const spelling = similar.find((term) => NAME_WORDS.has(term));
  return { ...word, forms: [...word.forms, ...similar], ...(spelling && { spelling }) };
}

/**
 * Adds to each word the words that differ from it by one letter; one of a name is probably what was meant.
 * @returns null when there are none
 */
export async function correctWords(
  db: Executor,
  words: SearchWord[],
): Promise<SearchWord[] | null> {
  const corrected: SearchWord[] = [];
  for (const word of words) corrected.push(await correctWord(db, word));
  const isAny = corrected.some(({ forms }, at) => forms.length > (words[at]?.forms.length ?? 0));
  return isAny ? corrected : null;
}
