import { sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { CommentTable, Executor } from '#lib/server/platform/db/schema.ts';

/** The base of all reads: comments that the viewer can see. */
const visibleComments = (db: Executor, viewerId: string) =>
  db
    .selectFrom('comments as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, viewerId, 'c.member_id'))
    .select([...MEMBER_COLUMNS, 'c.id', 'c.post_id', 'c.content', 'c.created_at', 'c.edited_at']);

export type CommentRow = Awaited<ReturnType<typeof listComments>>[number];

const newestComments = precompiled(
  (
    db,
    values: { viewerId: string; postId: string; cursor: string | null },
    { limit, after }: { limit: number; after: boolean },
  ) =>
    visibleComments(db, values.viewerId)
      .where('c.post_id', '=', values.postId)
      .$if(after, (query) => query.where('c.id', '<', values.cursor as string))
      .orderBy('c.id', 'desc')
      .limit(sql.lit(limit)),
);

export const listComments = (
  db: Executor,
  viewerId: string,
  postId: string,
  { cursor, limit }: ListQuery,
) => newestComments(db, { viewerId, postId, cursor }, { limit, after: cursor !== null });

const commentByKey = precompiled((db, { memberId, key }: { memberId: string; key: string }) =>
  visibleComments(db, memberId)
    .where('c.member_id', '=', memberId)
    .where('c.idempotency_key', '=', key),
);

export const findCommentByKey = async (db: Executor, memberId: string, key: string) =>
  (await commentByKey(db, { memberId, key }))[0];

const newComment = precompiled((db, comment: CommentTable) => {
  const { id, post_id, member_id, content, idempotency_key, created_at, edited_at } = comment;
  return db
    .insertInto('comments')
    .values({ id, post_id, member_id, content, idempotency_key, created_at, edited_at });
});

export const insertComment = (db: Executor, comment: CommentTable) => newComment(db, comment);

/** Finds a comment that the viewer can see, on a post by an enabled member. */
export const findComment = (db: Executor, viewerId: string, id: string) =>
  visibleComments(db, viewerId)
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .innerJoin('members as author', 'author.id', 'p.author_id')
    .where('author.disabled_at', 'is', null)
    .where('c.id', '=', id)
    .executeTakeFirst();

/** @param now milliseconds since 1970 */
export const updateComment = (db: Executor, id: string, content: string, now: number) =>
  db.updateTable('comments').set({ content, edited_at: now }).where('id', '=', id).execute();

/** Finds any comments, also those of disabled members. */
export const findAnyComments = async (db: Executor, ids: string[]) =>
  ids.length === 0 ? [] : db.selectFrom('comments').where('id', 'in', ids).selectAll().execute();

export async function deleteComment(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('comments')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

const adjusted = precompiled((db, { postId, delta }: { postId: string; delta: number }) =>
  db
    .updateTable('posts')
    .set((eb) => ({ comments_count: eb('comments_count', '+', delta) }))
    .where('id', '=', postId),
);

/** @param delta 1 or -1 */
export const adjustCommentsCount = (db: Executor, postId: string, delta: number) =>
  adjusted(db, { postId, delta });
