import { sql } from 'kysely';

import { clearReasons } from '#lib/server/audit-log/queries.ts';
import type { ErasedMemberTable, Executor } from '#lib/server/db/schema.ts';
import { clearDecisions } from '#lib/server/moderation/decision-queries.ts';

/** Lists the members that were erased. */
export const listErasedMembers = (db: Executor): Promise<ErasedMemberTable[]> =>
  db.selectFrom('erased_members').selectAll().execute();

/** Counts the members that were erased. */
export async function countErasedMembers(db: Executor): Promise<number> {
  const row = await db
    .selectFrom('erased_members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return row?.count ?? 0;
}

/**
 * Erases members with all that is theirs; those that do not exist are remembered only. Counters must be recounted after.
 * @param erased at least one; only their ids stay, so that no restore brings them back
 */
export async function eraseMembers(db: Executor, erased: ErasedMemberTable[]): Promise<void> {
  await db
    .insertInto('erased_members')
    .values(erased)
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .execute();
  const ids = erased.map(({ member_id }) => member_id);
  await db.deleteFrom('notification_versions').where('member_id', 'in', ids).execute();
  await clearReasons(db, ids);
  await clearDecisions(db, ids);
  await db.deleteFrom('members').where('id', 'in', ids).execute();
}

/**
 * Deletes what must not come back with a backup: sessions that ended since, codes for new passwords, links for new
 * addresses, and emails that were sent since.
 */
export async function deleteTransientRows(db: Executor): Promise<void> {
  for (const table of ['sessions', 'password_resets', 'email_changes', 'emails'] as const)
    await db.deleteFrom(table).execute();
}

/** @returns whether a row names one that does not exist, on SQLite */
export async function hasBrokenReference(db: Executor): Promise<boolean> {
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  return rows.length > 0;
}
