import { isDatabaseError } from '#lib/server/db/errors.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { findAuthor } from '#lib/server/queries/posts.ts';

import type { Ctx } from './context.ts';
import { notFound } from './refusals.ts';

/** @returns who wrote a post that may be shown @throws Refusal not_found */
export async function requireAuthor(db: Executor, postId: string): Promise<string> {
  const post = await findAuthor(db, postId);
  if (!post) throw notFound('post');
  return post.author_id;
}

/**
 * Changes what belongs to a post, in one transaction.
 * @param work what is done, given the transaction and the post's author
 * @throws Refusal not_found, also when the post is deleted meanwhile; what `work` threw
 */
export async function onPost<T>(
  ctx: Ctx,
  postId: string,
  work: (tx: Executor, authorId: string) => Promise<T>,
): Promise<T> {
  try {
    return await transact(ctx.db, async (tx) => work(tx, await requireAuthor(tx, postId)));
  } catch (error) {
    throw isDatabaseError(error, 'foreign_key') ? notFound('post') : error;
  }
}
