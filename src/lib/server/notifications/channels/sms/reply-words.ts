// STOP, START and YES as people write them: with signs and courtesies around it, a signature or the quoted SMS behind it.
import { site } from '#lib/site.ts';

/** What the owner of a number asks of the site by SMS. */
export type Reply = keyof typeof WORDS;

const WORDS = {
  stop: ['stop', 'tigil', 'itigil'],
  start: ['start', 'simula', 'simulan'],
  // To the question whether the site may write: otherwise it is meant for another.
  yes: ['yes', 'oo', 'opo', 'ok', 'okay', 'sige'],
};

/** These change nothing behind it. */
const FILLERS = new Set(['po', 'na', 'all', site.name.toLowerCase()]);

/** From here on it is a signature, or the SMS that it replies to. */
const SIGNATURE = /\s-{2,}\s|\s[–—]\s|\n\s*(?:[-–—>|_*~]|sent from\b|ipinadala mula\b)|\n\s*\n/iu;
/** A line below is a name, unless the sentence goes on in it. */
const NAME_BELOW = /\n(?!\s*\p{Ll})/u;

// Letters that look like others, and marks that cannot be seen.
const toPlain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\uFE0F]/gu, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim();

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

// One SMS has 160 characters, and a phone puts at most some together.
const MAX_LENGTH = 2000;

/** @returns what an SMS asks for; null for a sentence, in which such a word only occurs */
export function readReply(message: string): Reply | null {
  const [beginning = ''] = toPlain(message.slice(0, MAX_LENGTH)).split(SIGNATURE);
  const [own = ''] = beginning.split(NAME_BELOW);
  const [first = '', ...others] = toWords(own);
  const reply = Object.entries(WORDS).find(([, words]) => words.includes(first));
  if (!reply) return null;
  const [name, words] = reply;
  const isAlone = others.every((word) => FILLERS.has(word) || words.includes(word));
  return isAlone ? (name as Reply) : null;
}
