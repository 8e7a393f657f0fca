import { withoutMutes } from '#lib/server/forum/mutes/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

// Bounds the work of one comment.
const MAX_COMMENTERS = 500;

/** @returns the members who commented on a post, who did so last first */
async function listCommenters(db: Executor, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .where('post_id', '=', postId)
    .groupBy('member_id')
    .orderBy((eb) => eb.fn.max('created_at'), 'desc')
    .limit(MAX_COMMENTERS)
    .select('member_id')
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Lists the author of a post and who commented on it, unless they muted it. */
export async function listConversation(
  db: Executor,
  postId: string,
  authorId: string,
): Promise<string[]> {
  const ids = new Set([authorId, ...(await listCommenters(db, postId))]);
  const rows = await withoutMutes(db, postId)
    .where('m.id', 'in', [...ids])
    .select('m.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds the comment that a member wrote on a post before this one. */
export const findPreviousComment = (
  db: Executor,
  comment: { id: string; post_id: string; member_id: string },
) =>
  db
    .selectFrom('comments')
    .where('post_id', '=', comment.post_id)
    .where('member_id', '=', comment.member_id)
    .where('id', '!=', comment.id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirst();
