import { LIKE_STACK, type LikePage, type LikeState } from '#lib/contract/forum/likes.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { getAuthorId, inPostTransaction } from '#lib/server/forum/posts/post-transaction.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { TransactionOptions } from '#lib/server/platform/db/transact.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { fromNow, toPage } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import * as likes from './queries.ts';

const CHANGE: TransactionOptions = { invalidates: ['posts'] };

export const LIMITS = defineLimits({
  like: { what: "a member's likes and unlikes", points: 600, seconds: 600 },
});

/** Likes a post; repeating changes nothing. */
export async function likePost(ctx: Ctx, postId: string): Promise<LikeState> {
  const { id: member_id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.like, member_id);
  const like = { id: newId(), post_id: postId, member_id, created_at: ctx.now() };
  const count = await inPostTransaction(ctx, postId, CHANGE, async (tx, authorId) => {
    if (!(await likes.insertLike(tx, like))) return likes.getLikesCount(tx, postId);
    const liked = await likes.adjustLikesCount(tx, postId, 1);
    await ctx.notify(tx, { event: 'post_liked', postId, authorId, likerId: member_id });
    return liked;
  });
  return { likes: count, is_liked: true };
}

/** Unlikes a post; repeating changes nothing. */
export async function unlikePost(ctx: Ctx, postId: string): Promise<LikeState> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.like, id);
  const count = await inPostTransaction(ctx, postId, CHANGE, async (tx) => {
    const isGone = await likes.deleteLike(tx, postId, id);
    return isGone ? likes.adjustLikesCount(tx, postId, -1) : likes.getLikesCount(tx, postId);
  });
  return { likes: count, is_liked: false };
}

async function listPage(ctx: Ctx, postId: string, list: ListQuery) {
  const { id: viewerId } = requireViewer(ctx);
  const rows = await likes.listLikes(ctx.db, viewerId, postId, fromNow(ctx, list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  return { likes: items.map(toAccount), nextCursor };
}

/** Newest first. */
export async function listLikes(ctx: Ctx, postId: string, list: ListQuery): Promise<LikePage> {
  await getAuthorId(ctx, ctx.db, postId);
  const likes_count = await likes.getLikesCount(ctx.db, postId);
  return { likes_count, ...(await listPage(ctx, postId, list)) };
}

/** The newest likes of a post that the viewer can see; a pending post has none. */
export async function listNewestLikes(ctx: Ctx, post: Post): Promise<LikePage> {
  if (post.is_pending) return { likes_count: 0, likes: [], nextCursor: null };
  const page = await listPage(ctx, post.post_id, { cursor: null, limit: LIKE_STACK });
  return { likes_count: post.likes, ...page };
}
