import type { DeletionTable, Executor } from '#lib/server/db/schema.ts';

/** Finds a member's request to delete the account, with what it needs of the member. */
export const findDeletion = (db: Executor, memberId: string) =>
  db
    .selectFrom('deletions as d')
    .innerJoin('members as m', 'm.id', 'd.member_id')
    .where('d.member_id', '=', memberId)
    .select(['d.requested_at', 'd.erase_at', 'm.disabled_at'])
    .select(['m.first_name', 'm.last_name', 'm.email'])
    .executeTakeFirst();

export const insertDeletion = (db: Executor, deletion: DeletionTable) =>
  db.insertInto('deletions').values(deletion).execute();

export const deleteDeletion = (db: Executor, memberId: string) =>
  db.deleteFrom('deletions').where('member_id', '=', memberId).execute();

/** Lists members who are to be erased now, first who waits longest. */
export async function listDueDeletions(
  db: Executor,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deletions')
    .where('erase_at', '<=', now)
    .orderBy('erase_at')
    .limit(limit)
    .select('member_id')
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Lets no member be erased before a time. @param eraseAt milliseconds since 1970 */
export const postponeDeletions = (db: Executor, eraseAt: number) =>
  db.updateTable('deletions').set({ erase_at: eraseAt }).where('erase_at', '<', eraseAt).execute();

/** Finds a member for the erasure. */
export const findErasable = (db: Executor, memberId: string) =>
  db
    .selectFrom('members as m')
    .leftJoin('deletions as d', 'd.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .select(['m.email', 'm.disabled_at', 'd.erase_at'])
    .executeTakeFirst();
