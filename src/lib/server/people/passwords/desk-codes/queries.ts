import type { DeskCodeTable, Executor } from '#lib/server/platform/db/schema.ts';

/** Inserts the code of a member; a later one replaces it. */
export const upsertDeskCode = (db: Executor, code: DeskCodeTable) =>
  db
    .insertInto('desk_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(code))
    .execute();

/** Finds a valid code. @param now milliseconds since 1970 */
export const findDeskCode = (db: Executor, codeHash: string, now: number) =>
  db
    .selectFrom('desk_codes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .select(['member_id', 'actor_id'])
    .executeTakeFirst();

export const deleteDeskCodeOf = (db: Executor, memberId: string) =>
  db.deleteFrom('desk_codes').where('member_id', '=', memberId).execute();

export const deleteExpiredDeskCodes = (db: Executor, now: number) =>
  db.deleteFrom('desk_codes').where('expires_at', '<=', now).execute();
