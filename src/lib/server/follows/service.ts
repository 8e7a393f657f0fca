import type { FollowerPage, FollowingPage, FollowState } from '#lib/contract/follows.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { notFound, AppError } from '#lib/server/errors.ts';
import { findAnyMember } from '#lib/server/members/membership-queries.ts';
import { findMember } from '#lib/server/members/queries.ts';
import { toAccount } from '#lib/server/members/service.ts';
import { newId } from '#lib/server/new-id.ts';
import { cutPage, oneMore } from '#lib/server/pagination.ts';

import * as follows from './queries.ts';

/**
 * @param found whether there is such a member
 * @returns who follows, after what both verbs check first
 */
async function requireOther(
  ctx: Ctx,
  memberId: string,
  found: () => Promise<unknown>,
): Promise<string> {
  const { id } = requireViewer(ctx);
  if (id === memberId) throw new AppError('invalid', 'You cannot follow yourself.');
  await ctx.limits.consume('follow', id);
  if (!(await found())) throw notFound('member');
  return id;
}

/**
 * Follows a member; doing it again changes nothing (spec 4).
 * @throws AppError not_found; invalid for oneself (spec 6); RateLimitError
 */
export async function follow(ctx: Ctx, memberId: string): Promise<FollowState> {
  const follower_id = await requireOther(ctx, memberId, () => findMember(ctx.db, memberId));
  const row = { id: newId(), follower_id, followed_id: memberId, created_at: ctx.now() };
  const followers = await transact(ctx.db, async (tx) => {
    if (await follows.insertFollow(tx, row)) await follows.countFollow(tx, ctx.dialect, row, 1);
    return follows.readFollowers(tx, memberId);
  });
  return { followed: true, followers };
}

/**
 * Follows a member no longer, a disabled one as well; without having followed nothing changes.
 * @throws AppError not_found; invalid for oneself; RateLimitError
 */
export async function unfollow(ctx: Ctx, memberId: string): Promise<FollowState> {
  const find = () => findAnyMember(ctx.db, 'id', memberId);
  const follower_id = await requireOther(ctx, memberId, find);
  const pair = { follower_id, followed_id: memberId };
  const followers = await transact(ctx.db, async (tx) => {
    if (await follows.deleteFollow(tx, pair)) await follows.countFollow(tx, ctx.dialect, pair, -1);
    return follows.readFollowers(tx, memberId);
  });
  return { followed: false, followers };
}

async function page(ctx: Ctx, side: follows.Side, list: ListQuery) {
  const rows = await follows.listFollows(ctx.db, side, requireViewer(ctx).id, oneMore(list));
  const { shown, nextCursor } = cutPage(rows, list.limit, ({ id }) => id);
  return { people: shown.map(toAccount), nextCursor };
}

/** Who follows one, newest first (spec 2, Follower). */
export async function listFollowers(ctx: Ctx, list: ListQuery): Promise<FollowerPage> {
  const { people, nextCursor } = await page(ctx, 'followers', list);
  return { followers: people, nextCursor };
}

/** Whom one follows, newest first (spec 2, Following). */
export async function listFollowing(ctx: Ctx, list: ListQuery): Promise<FollowingPage> {
  const { people, nextCursor } = await page(ctx, 'following', list);
  return { following: people, nextCursor };
}
