import type { ListQuery } from '#lib/contract/pagination.ts';
import type { SuggestionPage } from '#lib/contract/suggestions.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { toAccount } from '#lib/server/members/service.ts';
import { cutPage } from '#lib/server/pagination.ts';

import { listFromCircle, listFromOthers, type Rank } from './queries.ts';

function toRank(cursor: string): Rank {
  const [friends, followers, posts, id = ''] = cursor.split('.');
  return { friends: Number(friends), followers: Number(followers), posts: Number(posts), id };
}

/** First whom one's circle follows, then the others. */
async function listStrangers(ctx: Ctx, viewerId: string, after: Rank | null, limit: number) {
  if (after?.friends === 0) return listFromOthers(ctx.db, viewerId, after, limit);
  const known = await listFromCircle(ctx.db, viewerId, after, limit);
  if (known.length === limit) return known;
  return [...known, ...(await listFromOthers(ctx.db, viewerId, null, limit - known.length))];
}

/**
 * Whom one may like to follow (spec 2, Suggested Followers): who is followed by those one follows, by most of them
 * first, then who has most followers, then who posts most. Never oneself or somebody one follows already.
 */
export async function suggestMembers(ctx: Ctx, list: ListQuery): Promise<SuggestionPage> {
  const { id } = requireViewer(ctx);
  const after = list.cursor === null ? null : toRank(list.cursor);
  const rows = await listStrangers(ctx, id, after, list.limit + 1);
  const { shown, nextCursor } = cutPage(rows, list.limit, (row) =>
    [row.friends, row.followers_count, row.posts_count, row.member_id].join('.'),
  );
  const suggestions = shown.map((row) =>
    Object.assign(toAccount(row), { followers_count: row.followers_count }),
  );
  return { suggestions, nextCursor };
}
