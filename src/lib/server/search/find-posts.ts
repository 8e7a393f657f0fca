import { type Ctx, requireViewer } from '#lib/server/context.ts';

import { allOf, anyOf, type Expression, type TextQuery } from './expression.ts';
import { findBest, type SearchPlan } from './find-best.ts';
import { GONE } from './listing-words.ts';
import { searchBackends, type SearchWord } from './queries.ts';

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
