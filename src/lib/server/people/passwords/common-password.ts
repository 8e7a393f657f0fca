import { fieldError } from '#lib/server/platform/errors.ts';

import stems from './common-password-stems.json' with { type: 'json' };

/** The owner of a password: words related to them are easy to guess. */
interface PasswordOwner {
  email: string | null;
  first_name: string;
  last_name: string;
}

// The stems, as made by `stemsOf`, of the 12,000 passwords most often found in breaches, from the list of
// @zxcvbn-ts/language-common 4.1.3 (MIT, https://github.com/zxcvbn-ts/zxcvbn).

const COMMON_STEMS: ReadonlySet<string> = new Set(stems);

// Words of this site and its region (ASVS 6.2.11).
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
const MIN_OWN_LENGTH = 4;
// Shorter names occur in too many words.
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
const keepAlphabetic = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');
const replaceLookalikes = (text: string) =>
  text.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? '');
const trimNonAlphabetic = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/**
 * Undoes common substitutions and additions: `P@ssw0rd-2026!` becomes `password`.
 * @returns the possible stems, in lower case
 */
function stemsOf(password: string): string[] {
  const lower = normalize(password);
  return [
    keepAlphabetic(replaceLookalikes(trimNonAlphabetic(lower))),
    keepAlphabetic(trimNonAlphabetic(replaceLookalikes(lower))),
    keepAlphabetic(lower),
  ];
}

/** Whether a stem consists mostly of these words. */
function consistsOf(stem: string, words: string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), stem);
  return rest !== stem && rest.length < MIN_OWN_LENGTH;
}

/** Whether a stem repeats up to three characters, or is part of the alphabet or a keyboard row. */
const isPattern = (stem: string): boolean =>
  /^(.{1,3}?)\1{2,}.?$/su.test(stem) ||
  (stem.length >= MIN_OWN_LENGTH && SEQUENCES.some((row) => row.includes(stem)));

/** @returns the words of a name or email, and their concatenation, normalized like stems */
function toWords(text: string): string[] {
  const parts = normalize(text).split(/[^\p{L}]+/u);
  return [parts.join(''), ...parts].filter(({ length }) => length >= MIN_NAME_LENGTH);
}

/**
 * Whether a password would be guessed early: a well-known one, a pattern, or a word of the site or the member, with
 * digits and punctuation around or in between (ASVS 6.2.4, 6.2.11, 6.2.12; docs/decisions/0007-passwords.md).
 * @param personalWords the member's names, and the part of their email before the @
 */
export function isCommonPassword(password: string, personalWords: string[] = []): boolean {
  const words = [...personalWords.flatMap(toWords), ...SITE_WORDS].toSorted(
    (a, b) => b.length - a.length,
  );
  return stemsOf(password).some(
    (stem) => COMMON_STEMS.has(stem) || isPattern(stem) || consistsOf(stem, words),
  );
}

/** @param field the input field for the error */
export function rejectCommonPassword(password: string, member: PasswordOwner, field: string): void {
  const [mailbox = ''] = (member.email ?? '').split('@', 1);
  const personalWords = [`${member.first_name} ${member.last_name}`, mailbox];
  if (isCommonPassword(password, personalWords)) throw fieldError(field, 'common_password');
}
