import { searchBackends, listGuestTexts } from '#lib/server/forum/text-search/queries.ts';
import {
  type SearchWord,
  allOf,
  anyOf,
  exactTerm,
  type Expression,
  formsOf,
  isMetBy,
  prefixTerm,
  type TextQuery,
  typedWord,
  wholeFormsOf,
  wordsOf,
} from '#lib/server/forum/text-search/search-words.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { correctWords } from './correct-words.ts';
import { findOtherNames, GONE, LISTED, listingMarks, type OtherNames } from './other-names.ts';

/** A post that was found, and how well it matches: the index in `toRanks`. */
export interface RankedPost {
  id: string;
  rank: number;
}

/** Best first: open listings of the material, everything else, closed listings. */
const toRanks = ({ match, listing }: SearchPlan): (TextQuery | null)[] => [
  listing && { match: listing, not: GONE },
  { match, not: listing ? anyOf([GONE, listing]) : GONE },
  { match: allOf([match, GONE]), not: null },
];

/**
 * Finds posts by their words: best first, then newest first.
 * @param cursor `rank.id` of the last one before; empty for the first page
 */
export async function findPosts(
  ctx: Ctx,
  words: SearchWord[],
  { cursor, limit }: { cursor: string; limit: number },
): Promise<{ found: RankedPost[]; isPartial: boolean }> {
  const { db, dialect } = ctx;
  const { id: viewerId } = requireViewer(ctx);
  const [start = '0', id = null] = cursor === '' ? [] : cursor.split('.');
  const search = (query: TextQuery, after: string | null, count: number) =>
    searchBackends[dialect].findPosts(db, query, { viewerId, cursor: after, limit: count });
  const listNewest = (match: Expression, count: number) =>
    search({ match, not: null }, null, count);
  const find = async (plan: SearchPlan) => {
    const found: RankedPost[] = [];
    for (const [rank, query] of toRanks(plan).entries()) {
      if (rank < Number(start) || found.length === limit || !query) continue;
      const after = rank === Number(start) ? id : null;
      const ids = await search(query, after, limit - found.length);
      found.push(...ids.map((each) => ({ id: each, rank })));
      // The best rank mostly fills a page. When it has nothing, one query says whether the others have.
      const isFirst = found.length === 0 && rank <= Math.max(Number(start), plan.listing ? 0 : 1);
      if (isFirst && (await listNewest(plan.match, 1)).length === 0) break;
    }
    return found;
  };
  return findBest(db, words, { find, listNewest });
}

/**
 * Of posts that a search found, those that a guest sees why: by title, town or material. The others have the words in their
 * description, which is for members: a guest could try its words, and the digits of a phone number, one after another.
 */
async function withoutHidden(db: Executor, ids: string[], match: Expression): Promise<string[]> {
  if (ids.length === 0) return ids;
  const texts = await listGuestTexts(db, ids);
  const seen = texts.filter((text) =>
    isMetBy(match, [...wordsOf(text.title), ...listingMarks(text)]),
  );
  const seenIds = new Set(seen.map(({ id }) => id));
  return ids.filter((id) => seenIds.has(id));
}

/** Finds the newest posts with a listing that is not closed, by their words, for guests too. @returns their ids */
export async function findListedPosts(
  { db, dialect, viewer }: Ctx,
  words: SearchWord[],
  limit: number,
): Promise<string[]> {
  const search = (query: TextQuery, count: number) =>
    searchBackends[dialect].findPosts(db, query, {
      viewerId: viewer?.id ?? null,
      cursor: null,
      limit: count,
    });
  const listNewest = async (match: Expression, count: number) => {
    const ids = await search({ match: allOf([match, LISTED]), not: GONE }, count);
    return viewer ? ids : withoutHidden(db, ids, match);
  };
  const find = async ({ match, listing }: SearchPlan) => {
    // What only speaks of a material is not it.
    const listed = listing ? await listNewest(listing, limit) : [];
    return listed.length > 0 ? listed : listNewest(match, limit);
  };
  return (await findBest(db, words, { find, listNewest })).found;
}

/** What to search for. */
interface SearchPlan {
  match: Expression;
  /** each thing that the search names */
  parts: Expression[];
  /** the same as `match`, for listings of the searched materials; null when there are none */
  listing: Expression | null;
  /** whether some of the words may be missing */
  isPartial: boolean;
}

/** What is searched. */
interface SearchTarget<T> {
  find: (plan: SearchPlan) => Promise<T[]>;
  /** @returns the ids of the newest matches */
  listNewest: (match: Expression, limit: number) => Promise<string[]>;
}

// Two common words that never occur together are slow to search together: only words are combined that occur in some
// of the newest posts of each.
const SAMPLE = 100;
// More would make one search as expensive as many.
const MAX_COMBINATIONS = 4;

/** A word of a search, or several that together name one thing. */
interface SearchGroup {
  /** what a text or listing must contain */
  match: Expression;
  /** what a listing of this material contains; null when it is no material */
  listing: Expression | null;
}

// Longest names: "City of San Jose del Monte".
const MAX_NAME_WORDS = 6;
// More would make one search as expensive as many.
const MAX_NAMED = 4;
// Stop words.
const IGNORED = new Set(
  (
    'a an and at by for from in near of on or the to with ' +
    'ang ay ba ko lang may mayroon meron mga na nang ng ni o para po sa si yung ' +
    'a ing king keng ning ding dareng ' +
    'ti iti dagiti kadagiti ken para'
  ).split(' '),
);

const isIgnored = ({ word }: SearchWord) => IGNORED.has(word);

// A shorter word is a prefix of too many others: `bran` and branches. A longer one is one lookup instead of three.
const MIN_PREFIX_LENGTH = 5;

/** A word of another name, in its forms. */
const nameWord = (word: string): Expression =>
  word.length < MIN_PREFIX_LENGTH
    ? anyOf(wholeFormsOf(word).map(exactTerm))
    : anyOf(formsOf(word).map(prefixTerm));

const typedWords = (words: SearchWord[]): Expression =>
  allOf(words.filter((word) => !isIgnored(word)).map(typedWord));

function toGroup(words: SearchWord[], other: OtherNames | null): SearchGroup {
  const typed = typedWords(words);
  if (!other) return { match: typed, listing: null };
  const { names, listing, says } = other;
  const inText = anyOf([typed, ...names.map((name) => allOf(name.map(nameWord)))]);
  if (!listing) return { match: inText, listing };
  if (says === 'more') return { match: inText, listing: allOf([inText, listing]) };
  return { match: anyOf([inText, listing]), listing: says === 'material' ? listing : null };
}

interface Named {
  length: number;
  other: OtherNames | null;
}

/** The longest name that starts at a word: "coconut husk" is not any husk. */
function longestNameAt(words: SearchWord[], start: number): Named {
  for (let length = Math.min(MAX_NAME_WORDS, words.length - start); length > 0; length -= 1) {
    const part = words.slice(start, start + length);
    const isPhrase = !part.every(isIgnored);
    const name = part.map(({ word, spelling = word }) => spelling).join(' ');
    const other = isPhrase ? findOtherNames(name) : null;
    if (other) return { length, other };
  }
  return { length: 1, other: null };
}

/** @returns the words that count; all of them when none does */
function meaningfulWords(words: SearchWord[]): SearchWord[] {
  const counted = words.filter((word) => !isIgnored(word));
  return counted.length > 0 ? counted : words;
}

/** Splits a search into the things it names, each with its other names. */
function toGroups(words: SearchWord[]): SearchGroup[] {
  if (words.every(isIgnored))
    return words.map((word) => ({ match: typedWord(word), listing: null }));
  const groups: SearchGroup[] = [];
  let named = 0;
  for (let start = 0; start < words.length;) {
    const { length, other } =
      named < MAX_NAMED ? longestNameAt(words, start) : { length: 1, other: null };
    const part = words.slice(start, start + length);
    if (!part.every(isIgnored)) groups.push(toGroup(part, other));
    if (other) named += 1;
    start += length;
  }
  return groups;
}

const matchAll = (groups: SearchGroup[]) => allOf(groups.map(({ match }) => match));
const listAll = (groups: SearchGroup[]) =>
  allOf(groups.map(({ match, listing }) => listing ?? match));

/** @param combinations of which one must match */
function toPlan(
  combinations: SearchGroup[][],
  isPartial: boolean,
  groups: SearchGroup[] = combinations.flat(),
): SearchPlan {
  const listed = combinations.filter((each) => each.some(({ listing }) => listing !== null));
  return {
    match: anyOf(combinations.map(matchAll)),
    parts: groups.map(({ match }) => match),
    listing: listed.length > 0 ? anyOf(listed.map(listAll)) : null,
    isPartial,
  };
}

const toFullPlan = (words: SearchWord[]): SearchPlan => toPlan([toGroups(words)], false);

/** The parts of a search; a single part that is a name of several words is divided. */
function toParts(words: SearchWord[]): SearchGroup[] {
  const groups = toGroups(words);
  if (groups.length > 1) return groups;
  return meaningfulWords(words).flatMap((word) => toGroups([word]));
}

interface Sample {
  group: SearchGroup;
  ids: string[];
}

/** The newest matches of each group that has any. */
async function takeSamples(
  groups: SearchGroup[],
  listNewest: SearchTarget<unknown>['listNewest'],
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const group of groups) {
    const ids = await listNewest(group.match, SAMPLE);
    if (ids.length > 0) samples.push({ group, ids });
  }
  return samples;
}

/** @returns the largest sets of groups that something of the samples has, at least one */
function largestCombinations(samples: Sample[]): SearchGroup[][] {
  const groupsById = new Map<string, SearchGroup[]>();
  for (const { group, ids } of samples)
    for (const id of ids) groupsById.getOrInsert(id, []).push(group);
  const size = Math.max(...groupsById.values().map(({ length }) => length));
  if (size === 1) return samples.map(({ group }) => [group]);
  const largest = [...groupsById.values()].filter(({ length }) => length === size);
  const different = Map.groupBy(largest, (groups) =>
    samples.map(({ group }) => Number(groups.includes(group))).join(''),
  );
  return [...different.values()].flatMap(([first]) => (first ? [first] : []));
}

/** Plans that require only words with matches, and then as many of them as occur together. */
async function* partialPlans(
  words: SearchWord[],
  listNewest: SearchTarget<unknown>['listNewest'],
): AsyncGenerator<SearchPlan> {
  const groups = toParts(words);
  if (groups.length < 2) return;
  const samples = await takeSamples(groups, listNewest);
  if (samples.length === 0) return;
  // All groups together were searched before.
  const found = samples.map(({ group }) => group);
  if (samples.length < groups.length) yield toPlan([found], true);
  const combinations = largestCombinations(samples);
  const isSingle = combinations[0]?.length === 1;
  yield toPlan(isSingle ? combinations : combinations.slice(0, MAX_COMBINATIONS), true, found);
}

async function* plansFor(
  db: Executor,
  words: SearchWord[],
  listNewest: SearchTarget<unknown>['listNewest'],
): AsyncGenerator<SearchPlan> {
  yield toFullPlan(words);
  const corrected = await correctWords(db, words);
  if (corrected) yield toFullPlan(corrected);
  yield* partialPlans(corrected ?? words, listNewest);
}

/**
 * Finds what has all words of a search, or other names for them. Without a result, it allows one wrong letter in longer
 * words, and then finds what has most of the words. Further pages search in the way that found the first one.
 * @param words at least one
 */
export async function findBest<T>(
  db: Executor,
  words: SearchWord[],
  { find, listNewest }: SearchTarget<T>,
): Promise<{ found: T[]; isPartial: boolean }> {
  for await (const plan of plansFor(db, words, listNewest)) {
    const found = await find(plan);
    if (found.length > 0) return { found, isPartial: plan.isPartial };
  }
  return { found: [], isPartial: false };
}
