import { toPlainApostrophes } from '#lib/contract/people/names.ts';

import type { SearchWord } from './queries.ts';
import { formsOf } from './word-forms.ts';

// More words take time without improving the result.
const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 64;
// A shorter word differs by one letter from too many names.
const MIN_FUZZY_LENGTH = 3;
// In running text a shorter word differs by one letter from other words.
const EDITABLE = /^[a-z]{5,16}$/;
const TERM = /^[a-z]{4,24}$/;
// Limits the work for one text.
const MAX_TERMS = 500;
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
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

/** @returns what differs from a word by one letter: missing, too many, wrong, or swapped with the next */
export function editsOf(word: string): string[] {
  if (!EDITABLE.test(word)) return [];
  return Array.from({ length: word.length + 1 }, (_, at) => {
    const [head, first = '', tail] = [word.slice(0, at), word[at], word.slice(at + 1)];
    const swapped = head + tail.charAt(0) + first + tail.slice(1);
    const others = LETTERS.flatMap((letter) => [
      head + letter + first + tail,
      head + letter + tail,
    ]);
    return [head + tail, swapped, ...others];
  }).flat();
}

const normalize = (text: string) =>
  text.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase();

/** @returns the different Latin words of a text, without the shortest and longest */
export function parseTerms(text: string): string[] {
  const words = normalize(text).match(WORDS) ?? [];
  return [...new Set(words.filter((word) => TERM.test(word)))].slice(0, MAX_TERMS);
}

/**
 * Splits a search into words: lower case, without accents.
 * @returns at most 8 different words
 */
export function parseSearchWords(text: string): SearchWord[] {
  const words = new Set(
    normalize(toPlainApostrophes(text.slice(0, MAX_TEXT_LENGTH)))
      .match(WORDS)
      ?.map((word) => word.slice(0, MAX_WORD_LENGTH)),
  );
  return [...words]
    .slice(0, MAX_WORDS)
    .map((word) => ({ word, forms: formsOf(word), deletions: deletionsOf(word) }));
}
