// STOP, START and YES as people write them: with punctuation and courtesies, a signature, or the quoted SMS.
import { site } from '#lib/site.ts';

/** A command that the owner of a number sends. */
export type Reply = keyof typeof WORDS;

const WORDS = {
  stop: ['stop', 'tigil', 'itigil'],
  start: ['start', 'simula', 'simulan'],
  // Only as a reply to the question for consent.
  yes: ['yes', 'oo', 'opo', 'ok', 'okay', 'sige'],
};

/** These words may follow a command. */
const FILLERS = new Set(['po', 'na', 'all']);
const isFiller = (word: string): boolean => FILLERS.has(word) || word === site.name.toLowerCase();

/** A signature, or the quoted SMS, starts here. */
const SIGNATURE = /\s-{2,}\s|\s[–—]\s|\n\s*(?:[-–—>|_*~]|sent from\b|ipinadala mula\b)|\n\s*\n/iu;
/** A line below is a name, unless it continues the sentence. */
const NAME_BELOW = /\n(?!\s*\p{Ll})/u;

// Replaces look-alike letters, and removes invisible marks.
const toPlain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\uFE0F]/gu, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim();

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

// An SMS has 160 characters, and phones join several.
const MAX_LENGTH = 2000;

/** @returns the command in an SMS; null for a sentence that merely contains such a word */
export function readReply(message: string): Reply | null {
  const [beginning = ''] = toPlain(message.slice(0, MAX_LENGTH)).split(SIGNATURE);
  const [own = ''] = beginning.split(NAME_BELOW);
  const [first = '', ...others] = toWords(own);
  const reply = Object.entries(WORDS).find(([, words]) => words.includes(first));
  if (!reply) return null;
  const [name, words] = reply;
  const isAlone = others.every((word) => isFiller(word) || words.includes(word));
  return isAlone ? (name as Reply) : null;
}
