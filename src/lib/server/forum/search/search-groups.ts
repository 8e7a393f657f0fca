import { allOf, anyOf, exactTerm, type Expression, prefixTerm } from './expression.ts';
import { findOtherNames, type OtherNames } from './other-names.ts';
import type { SearchWord } from './queries.ts';
import { formsOf, wholeFormsOf } from './word-forms.ts';

/** A word of a search, or several that together name one thing. */
export interface SearchGroup {
  /** what a text or listing must contain */
  match: Expression;
  /** what a listing of this material contains; null when it is no material */
  listing: Expression | null;
}

// Longest names: "City of San Jose del Monte".
const MAX_NAME_WORDS = 6;
// More would make one search as expensive as many.
const MAX_NAMED = 4;
// Stop words.
const IGNORED = new Set(
  (
    'a an and at by for from in near of on or the to with ' +
    'ang ay ba ko lang may mayroon meron mga na nang ng ni para po sa si yung ' +
    'a ing king keng ning ding dareng ' +
    'ti iti dagiti kadagiti ken para'
  ).split(' '),
);

const isIgnored = ({ word }: SearchWord) => IGNORED.has(word);

/** Any form of a word, as a prefix of words. */
export const typedWord = ({ forms }: SearchWord): Expression => anyOf(forms.map(prefixTerm));

// A shorter word is a prefix of too many others: `bran` and branches. A longer one is one lookup instead of three.
const MIN_PREFIX_LENGTH = 5;

/** A word of another name, in its forms. */
const nameWord = (word: string): Expression =>
  word.length < MIN_PREFIX_LENGTH
    ? anyOf(wholeFormsOf(word).map(exactTerm))
    : anyOf(formsOf(word).map(prefixTerm));

const typedWords = (words: SearchWord[]): Expression =>
  allOf(words.filter((word) => !isIgnored(word)).map(typedWord));

function toGroup(words: SearchWord[], other: OtherNames | null): SearchGroup {
  const typed = typedWords(words);
  if (!other) return { match: typed, listing: null };
  const { names, listing, says } = other;
  const inText = anyOf([typed, ...names.map((name) => allOf(name.map(nameWord)))]);
  if (!listing) return { match: inText, listing };
  if (says === 'more') return { match: inText, listing: allOf([inText, listing]) };
  return { match: anyOf([inText, listing]), listing: says === 'material' ? listing : null };
}

interface Named {
  length: number;
  other: OtherNames | null;
}

/** The longest name that starts at a word: "coconut husk" is not any husk. */
function longestNameAt(words: SearchWord[], start: number): Named {
  for (let length = Math.min(MAX_NAME_WORDS, words.length - start); length > 0; length -= 1) {
    const part = words.slice(start, start + length);
    const isPhrase = !part.every(isIgnored);
    const name = part.map(({ word, spelling = word }) => spelling).join(' ');
    const other = isPhrase ? findOtherNames(name) : null;
    if (other) return { length, other };
  }
  return { length: 1, other: null };
}

/** @returns the words that count; all of them when none does */
export function meaningfulWords(words: SearchWord[]): SearchWord[] {
  const counted = words.filter((word) => !isIgnored(word));
  return counted.length > 0 ? counted : words;
}

/** Splits a search into the things it names, each with its other names. */
export function toGroups(words: SearchWord[]): SearchGroup[] {
  if (words.every(isIgnored))
    return words.map((word) => ({ match: typedWord(word), listing: null }));
  const groups: SearchGroup[] = [];
  let named = 0;
  for (let start = 0; start < words.length;) {
    const { length, other } =
      named < MAX_NAMED ? longestNameAt(words, start) : { length: 1, other: null };
    const part = words.slice(start, start + length);
    if (!part.every(isIgnored)) groups.push(toGroup(part, other));
    if (other) named += 1;
    start += length;
  }
  return groups;
}
