import { type RawBuilder, sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

const count = (from: string, column: string, of: string): RawBuilder<number> =>
  sql`(select count(*) from ${sql.table(from)} where ${sql.ref(column)} = ${sql.ref(of)})`;

/** Updates every counter column after rows were inserted without counting. */
export async function recount(db: Executor): Promise<void> {
  await db
    .updateTable('posts')
    .set({
      likes_count: count('likes', 'likes.post_id', 'posts.id'),
      comments_count: count('comments', 'comments.post_id', 'posts.id'),
    })
    .execute();
  await db
    .updateTable('members')
    .set({
      followers_count: count('follows', 'follows.followed_id', 'members.id'),
      following_count: count('follows', 'follows.follower_id', 'members.id'),
      posts_count: count('posts', 'posts.author_id', 'members.id'),
    })
    .execute();
}
