import type { Executor, LetterTable } from '#lib/server/db/schema.ts';

/** Keeps a letter until it is sent. */
export const insertLetter = (db: Executor, letter: Omit<LetterTable, 'tries' | 'handed_at'>) =>
  db
    .insertInto('letters')
    .values({ ...letter, tries: 0, handed_at: null })
    .execute();

/** Lists the letters that are due, the one that waits longest first. @param now milliseconds */
export const listDueLetters = (db: Executor, now: number, limit: number) =>
  db
    .selectFrom('letters')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .selectAll()
    .execute();

/**
 * Takes a letter, so that no other worker does until `until`.
 * @param letter as it was listed
 * @returns whether nobody else was faster
 */
export async function claimLetter(
  db: Executor,
  { id, due_at }: LetterTable,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set((eb) => ({ due_at: until, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('due_at', '=', due_at)
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
    .updateTable('letters')
    .set({ handed_at: now })
    .where('id', '=', id)
    .where('due_at', '=', until)
    .where('handed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Puts a letter back: it was not taken. @param until of the claim; one that ended changes nothing */
export const putBackLetter = (db: Executor, id: string, until: number, dueAt: number) =>
  db
    .updateTable('letters')
    .set({ due_at: dueAt, handed_at: null })
    .where('id', '=', id)
    .where('due_at', '=', until)
    .execute();

/** Takes a letter away, code and all. @param until of the claim; one that ended changes nothing */
export const deleteLetter = (db: Executor, id: string, until: number) =>
  db.deleteFrom('letters').where('id', '=', id).where('due_at', '=', until).execute();
