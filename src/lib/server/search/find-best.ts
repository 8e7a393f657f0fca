import type { Executor } from '#lib/server/db/schema.ts';

import { correctWords } from './correct-words.ts';
import { allOf, anyOf, type Expression } from './expression.ts';
import type { SearchWord } from './queries.ts';
import { meaningfulWords, type SearchGroup, toGroups } from './search-groups.ts';

/** What to look for. */
export interface SearchPlan {
  match: Expression;
  /** the same, of listings of the materials that are looked for; null when there are none */
  listing: Expression | null;
  /** whether some of the words may be missing */
  isPartial: boolean;
}

/** Where a search looks. */
interface SearchTarget<T> {
  find: (plan: SearchPlan) => Promise<T[]>;
  /** @returns the id of the newest match, or null for none */
  newest: (match: Expression) => Promise<string | null>;
}

// Of more words, the combinations would be too many: four have six pairs.
const MAX_COMBINED = 4;

/** All ways to choose some of the groups. */
function choose<T>(groups: T[], size: number): T[][] {
  if (size === 0) return [[]];
  return groups.flatMap((group, index) =>
    choose(groups.slice(index + 1), size - 1).map((rest) => [group].concat(rest)),
  );
}

const matchAll = (groups: SearchGroup[]) => allOf(groups.map(({ match }) => match));
const listAll = (groups: SearchGroup[]) =>
  allOf(groups.map(({ match, listing }) => listing ?? match));

/** @param size how many of the groups must match */
function toPlan(groups: SearchGroup[], size: number, isPartial: boolean): SearchPlan {
  const combinations = choose(groups, size);
  const listed = combinations.filter((each) => each.some(({ listing }) => listing !== null));
  return {
    match: anyOf(combinations.map(matchAll)),
    listing: listed.length > 0 ? anyOf(listed.map(listAll)) : null,
    isPartial,
  };
}

const toFullPlan = (words: SearchWord[]): SearchPlan => {
  const groups = toGroups(words);
  return toPlan(groups, groups.length, false);
};

/** The parts of a search; a single part that is a name of several words is divided. */
function toParts(words: SearchWord[]): SearchGroup[] {
  const groups = toGroups(words);
  if (groups.length > 1) return groups;
  return meaningfulWords(words).flatMap((word) => toGroups([word]));
}

/** Those that anything has. Of the rarest the newest match is the oldest: they come first. */
async function listPresent(
  groups: SearchGroup[],
  newest: SearchTarget<unknown>['newest'],
): Promise<SearchGroup[]> {
  const present: { group: SearchGroup; id: string }[] = [];
  for (const group of groups) {
    const id = await newest(group.match);
    if (id !== null) present.push({ group, id });
  }
  return present.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ group }) => group);
}

/** Plans that need fewer and fewer of the words. */
async function* partialPlans(
  words: SearchWord[],
  newest: SearchTarget<unknown>['newest'],
): AsyncGenerator<SearchPlan> {
  const groups = toParts(words);
  if (groups.length < 2) return;
  const present = await listPresent(groups, newest);
  // With all groups it was looked for.
  if (present.length < groups.length && present.length > 0)
    yield toPlan(present, present.length, true);
  const combined = present.slice(0, MAX_COMBINED);
  const most = Math.min(combined.length, present.length - 1);
  for (let size = most; size > 0; size -= 1) yield toPlan(combined, size, true);
}

async function* plansFor(
  db: Executor,
  words: SearchWord[],
  newest: SearchTarget<unknown>['newest'],
): AsyncGenerator<SearchPlan> {
  yield toFullPlan(words);
  const corrected = await correctWords(db, words);
  if (corrected) yield toFullPlan(corrected);
  yield* partialPlans(corrected ?? words, newest);
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
  { find, newest }: SearchTarget<T>,
): Promise<{ found: T[]; isPartial: boolean }> {
  for await (const plan of plansFor(db, words, newest)) {
    const found = await find(plan);
    if (found.length > 0) return { found, isPartial: plan.isPartial };
  }
  return { found: [], isPartial: false };
}
