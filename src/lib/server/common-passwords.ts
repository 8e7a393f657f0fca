import { COMMON_STEMS } from './common-stems.ts';

// What everybody here thinks of first (ASVS 6.2.11).
const OUR_WORDS = [
  'gleancommunity',
  'gleaning',
  'gleaner',
  'glean',
  'farmwaste',
  'centralluzon',
  'eduhub',
];
const FEWEST_OWN_LETTERS = 4;

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

const lettersOf = (said: string) => said.replaceAll(/[^\p{L}]/gu, '');
const likeLetters = (said: string) =>
  said.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? '');
const withoutEnds = (said: string) => said.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/**
 * What is left of a password without the tricks that every guesser undoes: `P@ssw0rd-2026!` is `password`.
 * @returns its possible stems, in lower-case letters
 */
function stemsOf(password: string): string[] {
  const lower = password.normalize('NFKC').toLowerCase();
  return [
    lettersOf(likeLetters(withoutEnds(lower))),
    lettersOf(withoutEnds(likeLetters(lower))),
    lettersOf(lower),
  ];
}

function isOurWords(stem: string): boolean {
  const rest = OUR_WORDS.reduce((left, word) => left.replaceAll(word, ''), stem);
  return rest !== stem && rest.length < FEWEST_OWN_LETTERS;
}

/**
 * Whether a password is among the first that are guessed: a well-known one, or one of this site's words, with
 * digits and signs around or between (ASVS 6.2.4, 6.2.11, 6.2.12; docs/decisions/0007-passwords.md).
 */
export const isCommonPassword = (password: string): boolean =>
  stemsOf(password).some((stem) => COMMON_STEMS.has(stem) || isOurWords(stem));
