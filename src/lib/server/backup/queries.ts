import { sql } from 'kysely';

import type { ErasedMemberTable, Executor } from '#lib/server/db/schema.ts';

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
 * Deletes what must not come back with a backup: sessions and tokens that ended since, codes for new passwords, links for new
 * addresses, emails that were sent since, and members' copies of their data, whose files are in no backup.
 */
export async function deleteTransientRows(db: Executor): Promise<void> {
  for (const table of [
    'sessions',
    'personal_tokens',
    'password_resets',
    'email_changes',
    'emails',
    'exports',
  ] as const)
    await db.deleteFrom(table).execute();
}

/** @returns whether a row names one that does not exist, on SQLite */
export async function hasBrokenReference(db: Executor): Promise<boolean> {
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  return rows.length > 0;
}
