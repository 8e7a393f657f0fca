import { type RawBuilder, sql } from 'kysely';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

async function countOf(db: Executor, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}

const UNINDEXED: Record<DialectName, RawBuilder<unknown>[]> = {
  sqlite: [
    sql`posts where id not in (select id from posts_fts_rowids)`,
    sql`members where id not in (select id from members_fts_rowids)`,
    sql`resources where id not in (select resource_id from resources_fts)`,
    sql`posts_fts_rowids where id not in (select id from posts)`,
    sql`members_fts_rowids where id not in (select id from members)`,
  ],
  // For posts and members, Postgres itself computes the index as a column.
  postgres: [
    sql`resources where id not in (select resource_id from resource_vectors)`,
    sql`pg_index join pg_class on pg_class.oid = indexrelid
      where not indisvalid and relnamespace = current_schema()::regnamespace`,
  ],
};

/** Counts the missing and the surplus rows of the search index. */
export async function countUnindexed(db: Executor, dialect: DialectName): Promise<number> {
  let count = 0;
  for (const from of UNINDEXED[dialect]) count += await countOf(db, from);
  return count;
}

/** Lists the keys of all images and documents that rows refer to. */
export async function listNamedKeys(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select image_key as key from attachments
    union select avatar_key from members where avatar_key is not null
    union select cover_key from resources
    union select content from resource_blocks where type = 'image'
    union select image_key from resource_images
    union select file_key from policies
    union select file_key from policy_versions`.execute(db);
  return rows.map(({ key }) => key);
}

/** Lists the posts, and the posts of comments, whose id is of this time or later. */
export async function listDatedFrom(db: Executor, id: string, limit: number) {
  const posts = db.selectFrom('posts').where('id', '>=', id).select(['id', 'title', 'created_at']);
  const comments = db
    .selectFrom('comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .where('c.id', '>=', id)
    .select(['p.id', 'p.title', 'c.created_at']);
  return posts.unionAll(comments).orderBy('created_at').limit(limit).execute();
}

export async function readServerVersion(db: Executor): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version ?? '';
}

/** @returns when the SMS gateway was last heard, milliseconds since 1970; null if never */
export async function findGatewayTime(db: Executor): Promise<number | null> {
  const { rows } = await sql<{ heard_at: number | null }>`
    select heard_at from sms_gateway`.execute(db);
  return rows[0]?.heard_at ?? null;
}
