import type { OperandValueExpressionOrList } from 'kysely';

import type { DialectName } from './dialect.ts';
import type { Executor, Schema } from './schema.ts';

/**
 * Keeps others from changing rows until the transaction ends. What they had under way is seen by the next statement:
 * on Postgres one that waits for a row itself reads all else as it was before it waited. On SQLite there is one
 * transaction at a time.
 * @param ids of the rows; they are taken in order, so that two who take the same do not wait for each other
 */
export async function lockRows(
  db: Executor,
  dialect: DialectName,
  table: 'members' | 'posts',
  ids: OperandValueExpressionOrList<Schema, 'posts', 'id'>,
): Promise<void> {
  if (dialect === 'sqlite') return;
  await db
    // Both tables have the column that is named here.
    .selectFrom(table as 'posts')
    .where('id', 'in', ids)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute();
}
