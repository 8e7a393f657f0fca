import { COMMON_STEMS } from './common-password-stems.ts';

// What everybody here thinks of first (ASVS 6.2.11).
const SITE_WORDS = [
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
const MIN_OWN_LETTERS = 4;
// Shorter names are in too many words.
const MIN_NAME_LENGTH = 3;

const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

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

const normalize = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const keepLetters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');
const replaceLookalikes = (text: string) =>
  text.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? '');
const trimNonLetters = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/**
 * What is left of a password without the tricks that every guesser undoes: `P@ssw0rd-2026!` is `password`.
 * @returns its possible stems, in lower-case letters
 */
function stemsOf(password: string): string[] {
  const lower = normalize(password);
  return [
    keepLetters(replaceLookalikes(trimNonLetters(lower))),
    keepLetters(trimNonLetters(replaceLookalikes(lower))),
    keepLetters(lower),
  ];
}

/** Whether little is left of a stem without these words. */
function consistsOf(stem: string, words: string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), stem);
  return rest !== stem && rest.length < MIN_OWN_LETTERS;
}

/** Whether a stem is up to three letters over and over, or a row of the alphabet or of the keyboard. */
const isPattern = (stem: string): boolean =>
  /^(.{1,3}?)\1{2,}.?$/su.test(stem) ||
  (stem.length >= MIN_OWN_LETTERS && SEQUENCES.some((row) => row.includes(stem)));

/** @returns the words a name or an address is made of, and all of them as one, as stems have them */
function toWords(text: string): string[] {
  const parts = normalize(text).split(/[^\p{L}]+/u);
  return [parts.join(''), ...parts].filter(({ length }) => length >= MIN_NAME_LENGTH);
}

/**
 * Whether a password is among the first that are guessed: a well-known one, a pattern, or one of this site's or its
 * owner's words, with digits and signs around or between (ASVS 6.2.4, 6.2.11, 6.2.12;
 * docs/decisions/0007-passwords.md).
 * @param ownerWords what is known of its owner: names, and what stands before the @ of the address
 */
export function isCommonPassword(password: string, ownerWords: string[] = []): boolean {
  const words = [...ownerWords.flatMap(toWords), ...SITE_WORDS].toSorted(
    (a, b) => b.length - a.length,
  );
  return stemsOf(password).some(
    (stem) => COMMON_STEMS.has(stem) || isPattern(stem) || consistsOf(stem, words),
  );
}
