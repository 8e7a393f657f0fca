import type { FollowerPage, FollowingPage, FollowState } from '#lib/contract/forum/follows.ts';
import { MAX_FOLLOWING } from '#lib/contract/limits.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { isBlocked } from '#lib/server/people/blocks/queries.ts';
import { findAnyMember, findMember } from '#lib/server/people/members/queries.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { lockViewerAnd } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor, FollowTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import * as follows from './queries.ts';

export const LIMITS = defineLimits({
  follow: { what: "a member's follows and unfollows", points: 300, seconds: 600 },
});

/**
 * Checks the conditions of following and unfollowing.
 * @returns the follower's id
 */
async function checkFollow(ctx: Ctx, memberId: string): Promise<string> {
  const { id } = requireViewer(ctx);
  if (id === memberId) throw new AppError('self_follow');
  await ctx.limits.consume(LIMITS.follow, id);
  return id;
}

/** Whether the member exists, disabled or not, and neither of the two blocks the other. */
const canUnfollow = async (ctx: Ctx, id: string, memberId: string): Promise<boolean> =>
  Boolean(await findAnyMember(ctx.db, 'id', memberId)) && !(await isBlocked(ctx.db, id, memberId));

/** Inserts a follow, unless it exists. */
async function insertFollow(tx: Executor, row: FollowTable): Promise<void> {
  if (!(await follows.insertFollow(tx, row))) return;
  if ((await follows.countFollowing(tx, row.follower_id)) > MAX_FOLLOWING)
    throw new AppError('too_many_follows');
  await follows.adjustFollowCounts(tx, row, 1);
}

/** Follows a member; repeating changes nothing. */
export async function follow(ctx: Ctx, memberId: string): Promise<FollowState> {
  const follower_id = await checkFollow(ctx, memberId);
  const row = { id: newId(), follower_id, followed_id: memberId, created_at: ctx.now() };
  const followers = await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewerAnd(ctx, tx, memberId);
    if (!(await findMember(tx, follower_id, memberId))) throw notFound('member');
    await insertFollow(tx, row);
    return follows.getFollowersCount(tx, memberId);
  });
  return { followed: true, followers };
}

/** Ends a follow, if it exists; the caller has locked both members. Its notifications stay. */
export async function endFollow(tx: Executor, pair: follows.FollowPair): Promise<void> {
  if (await follows.deleteFollow(tx, pair)) await follows.adjustFollowCounts(tx, pair, -1);
}

/** Unfollows a member, even a disabled one; repeating changes nothing. */
export async function unfollow(ctx: Ctx, memberId: string): Promise<FollowState> {
  const follower_id = await checkFollow(ctx, memberId);
  if (!(await canUnfollow(ctx, follower_id, memberId))) throw notFound('member');
  const pair = { follower_id, followed_id: memberId };
  const followers = await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewerAnd(ctx, tx, memberId);
    await endFollow(tx, pair);
    return follows.getFollowersCount(tx, memberId);
  });
  return { followed: false, followers };
}

async function listPage(ctx: Ctx, side: follows.Side, list: ListQuery) {
  const rows = await follows.listFollows(ctx.db, side, requireViewer(ctx).id, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  return { accounts: items.map(toAccount), nextCursor };
}

/** Newest first. */
export async function listFollowers(ctx: Ctx, list: ListQuery): Promise<FollowerPage> {
  const { accounts, nextCursor } = await listPage(ctx, 'followers', list);
  return { followers: accounts, nextCursor };
}

/** Newest first. */
export async function listFollowing(ctx: Ctx, list: ListQuery): Promise<FollowingPage> {
  const { accounts, nextCursor } = await listPage(ctx, 'following', list);
  return { following: accounts, nextCursor };
}
