import type { SearchWord } from './queries.ts';

// More words cost time and improve nothing.
const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 64;
// A shorter word is one letter from too many names.
const MIN_FUZZY_LENGTH = 3;
// The rest cannot change the first words.
const MAX_TEXT_LENGTH = 2000;

// Latin letters only: in other scripts a mark makes another letter, and FTS5 keeps it.
const ACCENTS = /(?<=[a-z])[\u0300-\u036f]+/gi;
// Letters and digits of every script, without numeral signs and the few that FTS5 splits.
const WORDS = /[[\p{L}\p{N}]--[\u19b0-\u19c9\u1cf2\u1cf3\u2000-\u2bff]]+/gv;

function deletionsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < MIN_FUZZY_LENGTH) return [];
  return [word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))];
}

/**
 * Splits a search into words: lower case, without accents.
 * @returns at most 8 different words
 */
export function parseSearchWords(text: string): SearchWord[] {
  const normalized = text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC');
  const words = new Set(
    normalized
      .toLowerCase()
      .match(WORDS)
      ?.map((word) => word.slice(0, MAX_WORD_LENGTH)),
  );
  return [...words].slice(0, MAX_WORDS).map((word) => ({ word, deletions: deletionsOf(word) }));
}
