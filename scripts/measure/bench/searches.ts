// Search terms, different in each turn if possible.
import type { Fixtures } from './fixtures.ts';

interface Turn {
  turn: number;
  fixtures: Fixtures;
}

/** Each is in a sixth of all posts. */
const SUBJECTS = ['rice', 'coconut', 'corn', 'mangoes', 'silage', 'biochar'];
/** The subjects, words that occur with them, and words of nearly all posts. */
const COMMON = [...SUBJECTS, 'straw', 'husk', 'cobs', 'kiln', 'sacks', 'road', 'load', 'bring'];
/** Words of posts with one wrong letter. */
const MISSPELT =
  'cocnut coconot silgae sillage biochr boichar mangose strwa calauga hagonyo kalibbo pagsnjan'.split(
    ' ',
  );
/** Names of members, a third of them misspelled. */
const NAMES = ['reyes', 'bautsta', 'ramon cruz', 'celia garcia', 'mendza', 'dario'];

/** An entry of a list that is used again and again. */
export const at = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;

export const commonWord = ({ turn }: Turn): string => at(COMMON, turn);

export const misspeltWord = ({ turn }: Turn): string => at(MISSPELT, turn);

export const memberName = ({ turn }: Turn): string => at(NAMES, turn);

/** A number in one post's title. All its digits, as words match as prefixes. */
export function rareWord({ turn, fixtures }: Turn): string {
  const count = fixtures.posts.length;
  const least = 10 ** (String(count - 1).length - 1);
  return String(least + ((turn * 7919) % (count - least)));
}

/** Three words of one post: from its title, text and town. */
export function threeWords({ turn, fixtures }: Turn): string {
  const words = at(fixtures.texts, turn).match(/\p{L}{4,}/gu) ?? [];
  return [words[0], words[5], words.at(-2)].join(' ');
}

/** Three common words that no post combines, so that partial matches are found. */
export function apartWords({ turn }: Turn): string {
  const third = 2 + (Math.floor(turn / SUBJECTS.length) % (SUBJECTS.length - 2));
  return [0, 1, third].map((each) => at(SUBJECTS, turn + each)).join(' ');
}
