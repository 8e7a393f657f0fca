import { type Post, postEtag, type PostInput } from '#lib/contract/posts.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { AppError } from '#lib/server/errors.ts';
import { LIMITS } from '#lib/server/profile/limits.ts';

import { inOwnPostTransaction } from './post-transaction.ts';
import * as posts from './queries.ts';
import { getPost } from './service.ts';

type EtagTest = (etag: string) => boolean;

/** @throws AppError post_changed, with the current text, unless it is the one that was requested */
async function requireText(tx: Executor, postId: string, isRequested: EtagTest): Promise<void> {
  const text = await posts.findText(tx, postId);
  const current = { ...text, updated_at: new Date(text.updated_at).toISOString() };
  if (!isRequested(postEtag(current))) throw new AppError('post_changed', {}, { current });
}

/**
 * Changes a post's title and description.
 * @param isRequested whether `If-Match` names an ETag; without it any text is changed
 * @throws AppError post_not_found, post_not_yours, post_changed, rate_limited
 */
export async function updatePost(
  ctx: Ctx,
  postId: string,
  input: PostInput,
  isRequested?: EtagTest,
): Promise<Post> {
  await ctx.limits.consume(LIMITS.edit, requireViewer(ctx).id);
  await inOwnPostTransaction(ctx, postId, async (tx) => {
    if (isRequested) await requireText(tx, postId, isRequested);
    await posts.updatePost(tx, postId, input, ctx.now());
  });
  return getPost(ctx, postId);
}
