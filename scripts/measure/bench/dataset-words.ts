// Texts with words of various frequencies, and the terms for correcting misspelled searches.
import { parseTerms } from '#lib/server/forum/text-search/search-words.ts';

import { columnOf, type Database, quote } from './database.ts';
import { choose, oneOf, scatter } from './dataset-expressions.ts';

const TITLES = ['Rice straw', 'Coconut husk', 'Corn cobs', 'Mangoes', 'Silage', 'Kiln biochar'];
const TEXTS = [
  'We can help to load until four.',
  'Bring your own sacks.',
  'The road is bad after rain.',
];
// A prime number, so that each town occurs with each title.
const TOWNS =
  `Alaminos Badoc Bacarra Binalonan Cabiao Calauag Candelaria Daet Echague Gapan Guimba Hagonoy Iguig Jaen Kalibo
  Laoac Llanera Lucban Magalang Malolos Naguilian Nampicuan Orani Ormoc Pagsanjan Quezon Rizal Rosales Santiago
  Sariaya Solano Talavera Tayug Tiaong Umingan Vigan Zaragoza`.split(/\s+/);
const SYLLABLES = 'ba da ga ha ka la li ma na pa ra sa so ta wa ya'.split(' ');
const NAMES = SYLLABLES.length ** 3;
const COMMENTS = [
  'Is it still there?',
  'Salamat, we will bring the truck.',
  'It was good and dry.',
];

const syllable = (n: string, power: number) =>
  choose(
    SYLLABLES,
    `${scatter(n, NAMES, 17)} / ${SYLLABLES.length ** power} % ${SYLLABLES.length}`,
  );

/** The title of post `n`: a word or two shared by a sixth of the posts, and a unique number. */
export const titleOf = (n: string): string => `${oneOf(TITLES, n, 8)} || ', no. ' || ${n}`;

/** The text of post `n`: frequent words, a town, and a name that one post in 4096 has. */
export const textOf = (n: string): string =>
  [
    ...[1, 2, 3, 4, 5, 6, 7].map((salt) => oneOf(TEXTS, n, salt)),
    `'Near ' || ${oneOf(TOWNS, n, 9)} || ', ask for'`,
    `${syllable(n, 0)} || ${syllable(n, 1)} || ${syllable(n, 2)} || '.'`,
  ].join(` || ' ' || `);

/** The text of comment `n`. */
export const commentOf = (n: string): string => oneOf(COMMENTS, n, 9);

const names = () =>
  SYLLABLES.flatMap((a) => SYLLABLES.flatMap((b) => SYLLABLES.map((c) => a + b + c)));

/** Adds the words of all posts to the search terms, as the site does with a new post. */
export async function fillSearchTerms(database: Database): Promise<void> {
  // Older versions of the site have no search terms.
  if (!(await columnOf(database, 'search_terms', ['term']))) return;
  const terms = new Set([...[...TITLES, ...TEXTS, ...TOWNS].flatMap(parseTerms), ...names()]);
  const rows = [...terms].map((term) => `(${quote(term)})`);
  await database.run(`insert into search_terms (term) values ${rows.join()}`);
}
