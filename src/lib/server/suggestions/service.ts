import type { ListQuery } from '#lib/contract/pagination.ts';
import type { SuggestionPage } from '#lib/contract/suggestions.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { toAccount } from '#lib/server/members/service.ts';
import { toPage } from '#lib/server/pagination.ts';

import { listMutualCandidates, listOtherCandidates, type Rank } from './queries.ts';

function toRank(cursor: string): Rank {
  const [friends, followers, posts, id = ''] = cursor.split('.');
  return { mutual_count: Number(friends), followers: Number(followers), posts: Number(posts), id };
}

/** Mutual follows first, then the others. */
async function listCandidates(ctx: Ctx, viewerId: string, after: Rank | null, limit: number) {
  if (after?.mutual_count === 0) return listOtherCandidates(ctx.db, viewerId, after, limit);
  const mutual = await listMutualCandidates(ctx.db, viewerId, after, limit);
  if (mutual.length === limit) return mutual;
  return [...mutual, ...(await listOtherCandidates(ctx.db, viewerId, null, limit - mutual.length))];
}

/**
 * Suggests members to follow: most mutual follows first, then most followers, then most posts
 * (docs/product.md, "Suggestions").
 */
export async function listSuggestions(ctx: Ctx, list: ListQuery): Promise<SuggestionPage> {
  const { id } = requireViewer(ctx);
  const after = list.cursor === null ? null : toRank(list.cursor);
  const rows = await listCandidates(ctx, id, after, list.limit + 1);
  const { items, nextCursor } = toPage(rows, list.limit, (row) =>
    [row.mutual_count, row.followers_count, row.posts_count, row.member_id].join('.'),
  );
  const suggestions = items.map((row) =>
    Object.assign(toAccount(row), { followers_count: row.followers_count }),
  );
  return { suggestions, nextCursor };
}
