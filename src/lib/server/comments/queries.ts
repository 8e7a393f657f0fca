import { sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import { precompiled } from '#lib/server/db/precompiled.ts';
import type { CommentTable, Executor } from '#lib/server/db/schema.ts';
import { MEMBER_COLUMNS } from '#lib/server/members/queries.ts';

/** The base of all reads: comments of enabled members. */
const visibleComments = (db: Executor) =>
  db
    .selectFrom('comments as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .where('m.disabled_at', 'is', null)
    .select([...MEMBER_COLUMNS, 'c.id', 'c.post_id', 'c.content', 'c.created_at']);

export type CommentRow = Awaited<ReturnType<typeof listComments>>[number];

const newestComments = precompiled(
  (
    db,
    { postId, cursor }: { postId: string; cursor: string | null },
    { limit, after }: { limit: number; after: boolean },
  ) =>
    visibleComments(db)
      .where('c.post_id', '=', postId)
      .$if(after, (query) => query.where('c.id', '<', cursor as string))
      .orderBy('c.id', 'desc')
      .limit(sql.lit(limit)),
);

export const listComments = (db: Executor, postId: string, { cursor, limit }: ListQuery) =>
  newestComments(db, { postId, cursor }, { limit, after: cursor !== null });

export const findCommentByKey = (db: Executor, memberId: string, idempotencyKey: string) =>
  visibleComments(db)
    .where('c.member_id', '=', memberId)
    .where('c.idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();

export const insertComment = (db: Executor, comment: CommentTable) =>
  db.insertInto('comments').values(comment).execute();

/** @param delta 1 or -1 */
export const adjustCommentsCount = (db: Executor, postId: string, delta: number) =>
  db
    .updateTable('posts')
    .set((eb) => ({ comments_count: eb('comments_count', '+', delta) }))
    .where('id', '=', postId)
    .execute();
