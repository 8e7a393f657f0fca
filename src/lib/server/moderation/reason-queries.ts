import type { Executor, ModerationReasonTable } from '#lib/server/db/schema.ts';

/** In their order. */
export const listReasons = (db: Executor) =>
  db.selectFrom('moderation_reasons').orderBy('position').orderBy('id').selectAll().execute();

export const findReason = (db: Executor, id: string) =>
  db.selectFrom('moderation_reasons').where('id', '=', id).select('text').executeTakeFirst();

/** @throws a unique violation when it is there */
export const insertReason = (db: Executor, reason: ModerationReasonTable) =>
  db.insertInto('moderation_reasons').values(reason).execute();

/** @returns whether it was there; @throws a unique violation when another one has this text */
export async function updateReason(db: Executor, id: string, text: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('moderation_reasons')
    .set({ text })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns whether it was there */
export async function deleteReason(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('moderation_reasons')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
