import type { Post, PostInput } from '#lib/contract/posts.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { LIMITS } from '#lib/server/profile/limits.ts';

import { inOwnPostTransaction } from './post-transaction.ts';
import * as posts from './queries.ts';
import { getPost } from './service.ts';

/**
 * Changes a post's title and description.
 * @throws AppError post_not_found, post_not_yours, rate_limited
 */
export async function updatePost(ctx: Ctx, postId: string, input: PostInput): Promise<Post> {
  await ctx.limits.consume(LIMITS.edit, requireViewer(ctx).id);
  await inOwnPostTransaction(ctx, postId, (tx) => posts.updatePost(tx, postId, input, ctx.now()));
  return getPost(ctx, postId);
}
