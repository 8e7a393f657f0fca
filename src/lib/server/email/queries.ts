import type { Executor, EmailTable } from '#lib/server/db/schema.ts';

/** Keeps a letter until it is sent. */
export const insertEmail = (db: Executor, letter: Omit<EmailTable, 'attempts' | 'sending_at'>) =>
  db
    .insertInto('emails')
    .values({ ...letter, attempts: 0, sending_at: null })
    .execute();

/** Lists the letters that are due, the one that waits longest first. @param now milliseconds */
export const listPendingEmails = (db: Executor, now: number, limit: number) =>
  db
    .selectFrom('emails')
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .limit(limit)
    .selectAll()
    .execute();

/**
 * Takes a letter, so that no other worker does until `until`.
 * @param letter as it was listed
 * @returns whether nobody else was faster
 */
export async function claimEmail(
  db: Executor,
  { id, run_at }: EmailTable,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('emails')
    .set((eb) => ({ run_at: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('run_at', '=', run_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Notes that a letter's text leaves now. @param until of the claim @returns whether the claim still holds */
export async function markHanded(
  db: Executor,
  id: string,
  until: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('emails')
    .set({ sending_at: now })
    .where('id', '=', id)
    .where('run_at', '=', until)
    .where('sending_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Puts a letter back: it was not taken. @param until of the claim; one that ended changes nothing */
export const rescheduleEmail = (db: Executor, id: string, until: number, dueAt: number) =>
  db
    .updateTable('emails')
    .set({ run_at: dueAt, sending_at: null })
    .where('id', '=', id)
    .where('run_at', '=', until)
    .execute();

/** Takes a letter away, code and all. @param until of the claim; one that ended changes nothing */
export const deleteEmail = (db: Executor, id: string, until: number) =>
  db.deleteFrom('emails').where('id', '=', id).where('run_at', '=', until).execute();
