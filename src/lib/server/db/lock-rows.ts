import { type OperandValueExpressionOrList, SqliteAdapter } from 'kysely';

import type { Executor, Schema } from './schema.ts';

/**
 * Locks rows against changes until the transaction ends. The next statement sees what others committed before the lock;
 * a statement that waits for a row itself would read everything else as of before it waited. SQLite runs one write
 * transaction at a time and needs no locks.
 * @param ids locked in order, so that transactions do not deadlock
 */
export async function lockRows(
  db: Executor,
  table: 'members' | 'posts',
  ids: OperandValueExpressionOrList<Schema, 'posts', 'id'>,
): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return;
  await db
    // Both tables have the column `id`.
    .selectFrom(table as 'posts')
    .where('id', 'in', ids)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute();
}
