// Checks that names and comments use the field's standard terms: `node scripts/lint/words.ts`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { readableParts } from './readable-parts.ts';

/** Words that hide a standard term, with the term to use. */
const TERMS: Record<string, string> = {
  anew: 'again',
  answer: 'response, respond',
  answered: 'responded',
  answers: 'responses, responds',
  asked: 'requested',
  drawn: 'rendered',
  fault: 'error',
  faults: 'errors',
  held: 'deferred, locked',
  hush: 'dismiss',
  kept: 'cached, stored',
  leavings: 'navigations',
  letter: 'email',
  letters: 'emails',
  meanwhile: 'concurrently',
  mend: 'repair',
  mended: 'repaired',
  nobody: 'no member, no client',
  nobodys: 'no member’s',
  refusal: 'rejection, error',
  refusals: 'rejections, errors',
  refused: 'rejected',
  refuser: 'responder',
  said: 'text, message',
  seldom: 'rarely',
  strangers: 'candidates, unknown clients',
  sweep: 'cleanup, delete',
  sweeping: 'cleanup',
  tell: 'notify',
  told: 'notified, written',
  twin: 'duplicate',
  wished: 'requested',
};
// In other files these are letters of the alphabet.
const ONLY_IN: Record<string, RegExp> = {
  letter: /mail|password-reset|members|moderation/,
  letters: /mail|password-reset|members|moderation/,
};
// Citations of documents that readers cannot open.
const CITATION = /\b(?:spec|design|checks|issue) \d|\bthe spec\b|\(issue:/g;
// A file that a comment sends its reader to.
const FILE_NAME = /(?<![\w*/@#.-])(?:[\w-]+\/)*\w[\w.-]*\.(?:tsx?|mjs|astro)\b(?!\/|\.\w)/g;
/** What git does not have. */
const GENERATED = ['src/lib/messages/message-params.ts'];
const FILES = ['src', 'scripts', 'tests'];
const CHECKED = /\.(ts|tsx|mjs|astro|css)$/;
// This list and its test.
const EXEMPT = /(^|\/)words(\.test)?\.ts$/;

/** A banned word or citation. */
interface Finding {
  line: number;
  text: string;
}

/** The words of an identifier or a text, in lower case. */
const wordsOf = (text: string): string[] =>
  (text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+/gu) ?? []).map((word) => word.toLowerCase());

const banned = (path: string, text: string): string[] =>
  wordsOf(text)
    .filter((word) => Object.hasOwn(TERMS, word) && (ONLY_IN[word]?.test(path) ?? true))
    .map((word) => `"${word}": use ${TERMS[word]}`);

/** @returns e.g. `a/b.ts`, `b.ts` of `a/b.ts` */
const endsOf = (path: string): string[] =>
  path.split('/').map((_, nth, parts) => parts.slice(nth).join('/'));

/**
 * Finds banned words in the identifiers and comments of a file, not in its strings.
 * @param path determines how the text is parsed
 */
export function findBannedWords(path: string, text: string): Finding[] {
  const lines = readableParts(path, text).split('\n');
  return lines.flatMap((part, at) => {
    const cited = (part.match(CITATION) ?? []).map((found) => `"${found}": cite docs/`);
    return [...banned(path, part), ...cited].map((found) => ({ line: at + 1, text: found }));
  });
}

/**
 * Finds file names in comments that no file has.
 * @param names of all files, from any folder of their path
 */
export function findMissingFiles(
  path: string,
  text: string,
  names: ReadonlySet<string>,
): Finding[] {
  const lines = readableParts(path, text).split('\n');
  return lines.flatMap((part, at) =>
    (part.match(FILE_NAME) ?? [])
      .filter((name) => !names.has(name))
      .map((name) => ({ line: at + 1, text: `"${name}": there is no such file` })),
  );
}

function main(): void {
  const listed = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
  const tracked = listed.filter((path) => FILES.some((folder) => path.startsWith(`${folder}/`)));
  const names = new Set([...listed, ...GENERATED].flatMap(endsOf));
  let count = 0;
  const report = (where: string, text: string) => {
    count += 1;
    process.stdout.write(`${where}: ${text}\n`);
  };
  for (const path of tracked.filter((each) => CHECKED.test(each) && !EXEMPT.test(each))) {
    for (const text of banned(path, path)) report(path, text);
    const content = readFileSync(path, 'utf8');
    const found = [...findBannedWords(path, content), ...findMissingFiles(path, content, names)];
    for (const { line, text } of found) report(`${path}:${line}`, text);
  }
  if (count > 0) process.exitCode = 1;
}

if (import.meta.main) main();
