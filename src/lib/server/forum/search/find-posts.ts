import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { allOf, anyOf, type Expression, type TextQuery } from './expression.ts';
import { GONE, NAME_WORDS } from './other-names.ts';
import { searchBackends, type SearchWord } from './queries.ts';
import { meaningfulWords, type SearchGroup, toGroups } from './search-groups.ts';
import { editsOf } from './search-words.ts';
import { listTerms } from './term-queries.ts';

// More candidates would change the meaning of the search.
const MAX_SIMILAR = 10;

/** Finds words of posts, resources and names that differ from a word by one letter. */
async function findSimilarTerms(db: Executor, { word, forms }: SearchWord): Promise<string[]> {
  if (NAME_WORDS.has(word)) return [];
  // The words as typed were searched before.
  const edits = [...new Set(forms.flatMap(editsOf)).difference(new Set(forms))];
  if (edits.length === 0) return [];
  const names = edits.filter((edit) => NAME_WORDS.has(edit));
  const terms = await listTerms(db, edits, MAX_SIMILAR);
  return [...new Set([...names, ...terms])].slice(0, MAX_SIMILAR);
}

async function correctWord(db: Executor, word: SearchWord): Promise<SearchWord> {
  const similar = await findSimilarTerms(db, word);
  const spelling = similar.find((term) => NAME_WORDS.has(term));
  return { ...word, forms: [...word.forms, ...similar], ...(spelling && { spelling }) };
}

/**
 * Adds to each word the words that differ from it by one letter; one of a name is probably what was meant.
 * @returns null when there are none
 */
async function correctWords(db: Executor, words: SearchWord[]): Promise<SearchWord[] | null> {
  const corrected: SearchWord[] = [];
  for (const word of words) corrected.push(await correctWord(db, word));
  const isAny = corrected.some(({ forms }, at) => forms.length > (words[at]?.forms.length ?? 0));
  return isAny ? corrected : null;
}

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
    // One query instead of three when nothing matches.
    if ((await listNewest(plan.match, 1)).length === 0) return found;
    for (const [rank, query] of toRanks(plan).entries()) {
      if (rank < Number(start) || found.length === limit || !query) continue;
      const after = rank === Number(start) ? id : null;
      const ids = await search(query, after, limit - found.length);
      found.push(...ids.map((each) => ({ id: each, rank })));
    }
    return found;
  };
  return findBest(db, words, { find, listNewest });
}

/** What to search for. */
interface SearchPlan {
  match: Expression;
  /** the same, for listings of the searched materials; null when there are none */
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

const matchAll = (groups: SearchGroup[]) => allOf(groups.map(({ match }) => match));
const listAll = (groups: SearchGroup[]) =>
  allOf(groups.map(({ match, listing }) => listing ?? match));

/** @param combinations of which one must match */
function toPlan(combinations: SearchGroup[][], isPartial: boolean): SearchPlan {
  const listed = combinations.filter((each) => each.some(({ listing }) => listing !== null));
  return {
    match: anyOf(combinations.map(matchAll)),
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
  if (samples.length < groups.length) yield toPlan([samples.map(({ group }) => group)], true);
  const combinations = largestCombinations(samples);
  const isSingle = combinations[0]?.length === 1;
  yield toPlan(isSingle ? combinations : combinations.slice(0, MAX_COMBINATIONS), true);
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
 * Finds what has all words of a search, or other names of what they name. When there is nothing, with one wrong letter
 * in longer words; and then, what has most of the words. Following pages find the same way: what was found in one way
 * on the first page ends with it.
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
