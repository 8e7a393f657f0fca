// Checks that texts for users have one word for each concept, in American spelling: `node scripts/lint/wording.ts`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { listVisibleTexts } from './visible-texts.ts';

/** Patterns that match whole words, with the wording to use. */
const WORDING: [pattern: string, instead: string][] = [
  ['pictures?', 'photo; image in a guide'],
  ['sign(?:s|ed|ing)?[ -](?:in|out)', 'log in, log out'],
  ['e-mails?', 'email'],
  ['pick-ups?', 'pickup; pick up as a verb'],
  ['fetch(?:es|ed|ing)?', 'pick up'],
  ['(?:some|any|every)body', 'someone, anyone, everyone'],
  ['nobody', 'no one'],
  ['colour\\w*|neighbour\\w*|favour\\w*|labour\\w*|behaviour\\w*|harbour\\w*|odours?', '-or'],
  ['grey\\w*', 'gray'],
  ['fibres?|centres?|litres?|\\w*metres?', '-er'],
  ['mould\\w*', 'mold'],
  ['burnt', 'burned'],
  ['tyres?', 'tire'],
  ['plough\\w*', 'plow'],
  ['sulph\\w*', 'sulf-'],
  ['(?:organ|carbon|fertil|recogn|minim|special)is(?:e|es|ed|er|ers|ing|ation|ations)', '-ize'],
  ['cancelled|travelled|labelled', 'a single l'],
  ['licences?|defences?', '-se'],
];
const BANNED = WORDING.map(
  ([pattern, instead]) =>
    [new RegExp(`(?<![\\w./-])(?:${pattern})(?![\\w-]|\\.\\w)`, 'giu'), instead] as const,
);

const FILES = ['src', 'scripts/demo'];
const CHECKED = /\.(ts|tsx|astro|md|yaml)$|\/messages\/en\.json$/;
// Search synonyms, tables, and notes for developers.
const EXEMPT =
  /^src\/lib\/server\/(?:forum\/(?:text-)?search\/|library\/resources\/topics\.ts$)|\/material-names\.ts$|README\.md$/;

// The heading of the login page.
const ALLOWED = new Set(['SIGN IN']);

/** A word to replace. */
interface Finding {
  line: number;
  text: string;
}

/**
 * Finds words that texts for users must not have.
 * @param path determines how the content is parsed
 */
export const findWording = (path: string, content: string): Finding[] =>
  listVisibleTexts(path, content).flatMap(({ line, text }) =>
    BANNED.flatMap(([pattern, instead]) =>
      (text.match(pattern) ?? [])
        .filter((found) => !ALLOWED.has(found))
        .map((found) => ({ line, text: `"${found}": write ${instead}` })),
    ),
  );

function main(): void {
  const tracked = execFileSync('git', ['ls-files', ...FILES], { encoding: 'utf8' }).split('\n');
  for (const path of tracked.filter((each) => CHECKED.test(each) && !EXEMPT.test(each)))
    for (const { line, text } of findWording(path, readFileSync(path, 'utf8'))) {
      process.stdout.write(`${path}:${line}: ${text}\n`);
      process.exitCode = 1;
    }
}

if (import.meta.main) main();
