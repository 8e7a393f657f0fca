import type { DeletionTable, Executor } from '#lib/server/platform/db/schema.ts';

/** Finds a member's deletion request, with the columns of the member that it needs. */
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
