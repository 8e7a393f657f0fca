import type { LikePage, LikeState } from '#lib/contract/likes.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { toAccount } from '#lib/server/members/service.ts';
import { newId } from '#lib/server/new-id.ts';
import { notifyLike } from '#lib/server/notifications/notify.ts';
import { toPage, withLookahead } from '#lib/server/pagination.ts';
import { inPostTransaction, getAuthorId } from '#lib/server/posts/post-transaction.ts';

import { LIMITS } from './limits.ts';
import * as likes from './queries.ts';

/**
 * Likes a post; repeating changes nothing.
 * @throws AppError post_not_found, rate_limited
 */
export async function likePost(ctx: Ctx, postId: string): Promise<LikeState> {
  const { id: member_id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.like, member_id);
  const like = { id: newId(), post_id: postId, member_id, created_at: ctx.now() };
  const count = await inPostTransaction(
    ctx,
    postId,
    { invalidates: ['posts'] },
    async (tx, authorId) => {
      const isNew = await likes.insertLike(tx, like);
      const likesCount = await likes.incrementLikesCount(tx, postId, isNew ? 1 : 0);
      if (isNew) await notifyLike(ctx, tx, authorId, postId);
      return likesCount;
    },
  );
  return { likes: count, is_liked: true };
}

/**
 * Unlikes a post; repeating changes nothing.
 * @throws AppError post_not_found, rate_limited
 */
export async function unlikePost(ctx: Ctx, postId: string): Promise<LikeState> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.like, id);
  const count = await inPostTransaction(ctx, postId, { invalidates: ['posts'] }, async (tx) => {
    const wasThere = await likes.deleteLike(tx, postId, id);
    return likes.incrementLikesCount(tx, postId, wasThere ? -1 : 0);
  });
  return { likes: count, is_liked: false };
}

/**
 * Newest first.
 * @throws AppError post_not_found
 */
export async function listLikes(ctx: Ctx, postId: string, list: ListQuery): Promise<LikePage> {
  requireViewer(ctx);
  await getAuthorId(ctx.db, postId);
  const likes_count = await likes.getLikesCount(ctx.db, postId);
  const rows = await likes.listLikes(ctx.db, postId, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  const accounts = items.map((row) => {
    const { name, profile_picture } = toAccount(row);
    return { name, profile_picture };
  });
  return { likes_count, likes: accounts, nextCursor };
}
