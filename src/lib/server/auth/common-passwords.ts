import { COMMON_STEMS } from './common-password-stems.ts';

// What everybody here thinks of first (ASVS 6.2.11).
const OUR_WORDS = [
  'gleancommunity',
  'gleaning',
  'gleaner',
  'glean',
  'farmwaste',
  'farmer',
  'magsasaka',
  'palay',
  'centralluzon',
  'luzon',
  'pampanga',
  'tarlac',
  'bulacan',
  'nuevaecija',
  'zambales',
  'bataan',
  'aurora',
  'pilipinas',
  'philippines',
  'eduhub',
];
const FEWEST_OWN_LETTERS = 4;
// Shorter names are in too many words.
const SHORTEST_NAME = 3;

const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const plain = (said: string) => said.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const lettersOf = (said: string) => said.replaceAll(/[^\p{L}]/gu, '');
const likeLetters = (said: string) =>
  said.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? '');
const withoutEnds = (said: string) => said.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/**
 * What is left of a password without the tricks that every guesser undoes: `P@ssw0rd-2026!` is `password`.
 * @returns its possible stems, in lower-case letters
 */
function stemsOf(password: string): string[] {
  const lower = plain(password);
  return [
    lettersOf(likeLetters(withoutEnds(lower))),
    lettersOf(withoutEnds(likeLetters(lower))),
    lettersOf(lower),
  ];
}

/** Whether little is left of a stem without these words. */
function isMadeOf(stem: string, words: string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), stem);
  return rest !== stem && rest.length < FEWEST_OWN_LETTERS;
}

/** Whether a stem is up to three letters over and over, or a row of the alphabet or of the keyboard. */
const isPattern = (stem: string): boolean =>
  /^(.{1,3}?)\1{2,}.?$/su.test(stem) ||
  (stem.length >= FEWEST_OWN_LETTERS && ROWS.some((row) => row.includes(stem)));

/** @returns the words a name or an address is made of, and all of them as one, as stems have them */
function wordsIn(said: string): string[] {
  const parts = plain(said).split(/[^\p{L}]+/u);
  return [parts.join(''), ...parts].filter(({ length }) => length >= SHORTEST_NAME);
}

/**
 * Whether a password is among the first that are guessed: a well-known one, a pattern, or one of this site's or its
 * owner's words, with digits and signs around or between (ASVS 6.2.4, 6.2.11, 6.2.12;
 * docs/decisions/0007-passwords.md).
 * @param about what is known of its owner: names, and what stands before the @ of the address
 */
export function isCommonPassword(password: string, about: string[] = []): boolean {
  const words = [...about.flatMap(wordsIn), ...OUR_WORDS].toSorted((a, b) => b.length - a.length);
  return stemsOf(password).some(
    (stem) => COMMON_STEMS.has(stem) || isPattern(stem) || isMadeOf(stem, words),
  );
}
