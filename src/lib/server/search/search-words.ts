import type { SearchWord } from './queries.ts';

// More words make no search better, but every one costs.
const MOST_WORDS = 8;
const LONGEST_WORD = 64;
// Shorter words are one letter from too many names.
const SHORTEST_NEAR = 3;
// What is cut off cannot change the first words.
const LONGEST_TEXT = 2000;

// Of Latin letters only: in other scripts a mark makes another letter, and FTS5 keeps it as well.
const ACCENTS = /(?<=[a-z])[\u0300-\u036f]+/gi;
// Letters and digits of every script, but numerals that are signs, and a few of which FTS5 would make two words.
const WORDS = /[[\p{L}\p{N}]--[\u19b0-\u19c9\u1cf2\u1cf3\u2000-\u2bff]]+/gv;

function nearForms(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < SHORTEST_NEAR) return [];
  return [word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))];
}

/**
 * What is looked for, word by word: small letters, without accents, and nothing between them means anything.
 * @param said whatever somebody typed
 * @returns at most 8 different words
 */
export function searchWords(said: string): SearchWord[] {
  const plain = said.slice(0, LONGEST_TEXT).normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  const words = new Set(
    plain
      .toLowerCase()
      .match(WORDS)
      ?.map((word) => word.slice(0, LONGEST_WORD)),
  );
  return [...words].slice(0, MOST_WORDS).map((word) => ({ word, near: nearForms(word) }));
}
