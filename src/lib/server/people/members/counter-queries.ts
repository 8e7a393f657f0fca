import { sql } from 'kysely';

import { lockRows } from '#lib/server/platform/db/lock-rows.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** A column that counts rows of another table. */
interface Counter {
  table: 'members' | 'posts';
  counter: string;
  rows: string;
  /** the column that names the row that counts */
  of: string;
  /** the column that names a member: rows of disabled ones are not counted */
  by: string | null;
}

// Members come before posts, as in likes and comments, so that transactions do not deadlock.
const COUNTERS: Counter[] = [
  {
    table: 'members',
    counter: 'followers_count',
    rows: 'follows',
    of: 'followed_id',
    by: 'follower_id',
  },
  {
    table: 'members',
    counter: 'following_count',
    rows: 'follows',
    of: 'follower_id',
    by: 'followed_id',
  },
  { table: 'members', counter: 'posts_count', rows: 'posts', of: 'author_id', by: null },
  { table: 'posts', counter: 'likes_count', rows: 'likes', of: 'post_id', by: 'member_id' },
  { table: 'posts', counter: 'comments_count', rows: 'comments', of: 'post_id', by: 'member_id' },
];

/** The actual number of rows for a counter. */
const actual = ({ table, rows, of, by }: Counter) => {
  const isOf = sql`${sql.ref(`${rows}.${of}`)} = ${sql.ref(`${table}.id`)}`;
  if (!by) return sql`(select count(*) from ${sql.table(rows)} where ${isOf})`;
  return sql`(
    select count(*) from ${sql.table(rows)} join members as m on m.id = ${sql.ref(`${rows}.${by}`)}
    where ${isOf} and m.disabled_at is null)`;
};

/** Recomputes every counter that includes the member; a disabled member is not counted. */
export async function recomputeCounters(db: Executor, id: string): Promise<void> {
  for (const each of COUNTERS.filter(({ by }) => by)) {
    const { table, counter, rows, of, by } = each;
    const ids = sql<string>`(
      select ${sql.ref(`${rows}.${of}`)} from ${sql.table(rows)} where ${sql.ref(`${rows}.${by}`)} = ${id})`;
    await lockRows(db, table, ids);
    await sql`
      update ${sql.table(table)} set ${sql.ref(counter)} = ${actual(each)} where id in ${ids}`.execute(
      db,
    );
  }
}

/** Recomputes the counters of a post. */
export async function recomputePostCounters(db: Executor, postId: string): Promise<void> {
  for (const each of COUNTERS.filter(({ table }) => table === 'posts'))
    await sql`
      update posts set ${sql.ref(each.counter)} = ${actual(each)} where id = ${postId}`.execute(db);
}

/** Recomputes the counters that are wrong. @returns how many were */
export async function recountAll(db: Executor): Promise<number> {
  let wrong = 0;
  for (const each of COUNTERS) {
    const [table, counter] = [sql.table(each.table), sql.ref(each.counter)];
    const isWrong = sql`${counter} <> ${actual(each)}`;
    await lockRows(db, each.table, sql<string>`(select id from ${table} where ${isWrong})`);
    const { numAffectedRows } = await sql`
      update ${table} set ${counter} = ${actual(each)} where ${isWrong}`.execute(db);
    wrong += Number(numAffectedRows ?? 0);
  }
  return wrong;
}

/** Counts the wrong counters by name, e.g. `posts.likes_count`. */
export async function countWrongCounters(db: Executor): Promise<Map<string, number>> {
  const wrong = new Map<string, number>();
  for (const each of COUNTERS) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(each.table)}
      where ${sql.ref(each.counter)} <> ${actual(each)}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) wrong.set(`${each.table}.${each.counter}`, count);
  }
  return wrong;
}
