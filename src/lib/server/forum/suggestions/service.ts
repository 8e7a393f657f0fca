import type { SuggestionPage } from '#lib/contract/forum/suggestions.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { toPage } from '#lib/server/platform/pagination.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { type Audience, listMutualCandidates, listOtherCandidates, type Rank } from './queries.ts';

/** @returns the rank of the last suggestion, and the time of the first page */
function parseCursor(cursor: string): { after: Rank; asOf: string } {
  const [mutual, followers, posts, id = '', asOf = ''] = cursor.split('.');
  const counts = {
    mutual_count: Number(mutual),
    followers: Number(followers),
    posts: Number(posts),
  };
  return { after: { ...counts, id }, asOf };
}

/** Members with mutual follows first, then the others. */
async function listCandidates(ctx: Ctx, audience: Audience, after: Rank | null, limit: number) {
  if (after?.mutual_count === 0) return listOtherCandidates(ctx.db, audience, after, limit);
  const mutual = await listMutualCandidates(ctx.db, audience, after, limit);
  if (mutual.length === limit) return mutual;
  return [...mutual, ...(await listOtherCandidates(ctx.db, audience, null, limit - mutual.length))];
}

/**
 * Suggests members to follow: most mutual follows first, then most followers, then most posts (docs/product.md,
 * "Suggestions"). Follows between two pages do not change the order of the rest.
 */
export async function listSuggestions(ctx: Ctx, list: ListQuery): Promise<SuggestionPage> {
  const { id: viewerId } = requireViewer(ctx);
  const { after, asOf } =
    list.cursor === null ? { after: null, asOf: newId() } : parseCursor(list.cursor);
  const rows = await listCandidates(ctx, { viewerId, asOf }, after, list.limit + 1);
  const { items, nextCursor } = toPage(rows, list.limit, (row) =>
    [row.mutual_count, row.followers_count, row.posts_count, row.member_id, asOf].join('.'),
  );
  const suggestions = items.map((row) =>
    Object.assign(toAccount(row), { followers_count: row.followers_count }),
  );
  return { suggestions, nextCursor };
}
