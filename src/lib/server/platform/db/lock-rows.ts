import { type OperandValueExpressionOrList, SqliteAdapter } from 'kysely';

import type { Executor, Schema } from './schema.ts';

const KEYS = {
  members: 'id',
  posts: 'id',
  listings: 'post_id',
  pickups: 'id',
  broadcasts: 'id',
} as const;

/**
 * Locks rows against changes until the transaction ends. The next statement sees what others committed before the lock;
 * a statement that waits for a row itself would read everything else as of before it waited. SQLite runs one write
 * transaction at a time and needs no locks.
 * @param ids locked in order, so that transactions do not deadlock
 */
export async function lockRows(
  db: Executor,
  table: keyof typeof KEYS,
  ids: OperandValueExpressionOrList<Schema, 'posts', 'id'>,
): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return;
  // Typed as one of the tables: all have an id as their key.
  const key = KEYS[table] as 'id';
  await db
    .selectFrom(table as 'posts')
    .where(key, 'in', ids)
    .orderBy(key)
    .select(key)
    .forNoKeyUpdate()
    .execute();
}
