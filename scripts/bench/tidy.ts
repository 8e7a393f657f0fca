// Brings a data set back to its first state: takes away what earlier runs have made.
import { globSync, rmSync } from 'node:fs';

import type { Db } from '#lib/server/db/schema.ts';

import type { Dataset, Stamp } from './dataset.ts';

const MADE = ['notifications', 'likes', 'comments', 'posts'] as const;

/** Takes what is about to go out of the counts, which in a data set are not those of its rows. */
async function uncount(db: Db, table: 'likes' | 'comments', since: number): Promise<void> {
  const rows = await db
    .selectFrom(table)
    .where('created_at', '>', since)
    .groupBy('post_id')
    .select(['post_id', (eb) => eb.fn.countAll<number>().as('count')])
    .execute();
  const column = `${table}_count` as const;
  for (const { post_id, count } of rows)
    await db
      .updateTable('posts')
      .set((eb) => ({ [column]: eb(column, '-', count) }))
      .where('id', '=', post_id)
      .execute();
}

const recountPosts = (db: Db) =>
  db
    .updateTable('members')
    .set((eb) => ({
      posts_count: eb
        .selectFrom('posts')
        .whereRef('posts.author_id', '=', 'members.id')
        .select((posts) => posts.fn.countAll<number>().as('count')),
    }))
    .execute();

/** Tidies a data set up. Only Postgres has the table of limits; on SQLite they are in a file. */
export async function tidy(db: Db, { dataDir }: Dataset): Promise<void> {
  const benchDb = db.withTables<{ bench: Stamp; rate_limits: { key: string } }>();
  const { made_at } = await benchDb.selectFrom('bench').select('made_at').executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sessions').execute();
    await uncount(tx, 'likes', made_at);
    await uncount(tx, 'comments', made_at);
    let posts = 0n;
    for (const table of MADE) {
      const [gone] = await tx.deleteFrom(table).where('created_at', '>', made_at).execute();
      if (table === 'posts') posts = gone?.numDeletedRows ?? 0n;
    }
    if (posts) await recountPosts(tx);
    await tx.deleteFrom('resources').execute();
  });
  await benchDb
    .deleteFrom('rate_limits')
    .execute()
    .catch(() => {});
  for (const path of globSync(`${dataDir}/*`, { exclude: ['**/glean.sqlite*', '**/secret'] }))
    rmSync(path, { recursive: true });
}
