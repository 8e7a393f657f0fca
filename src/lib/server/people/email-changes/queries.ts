import type { EmailChangeTable, Executor } from '#lib/server/platform/db/schema.ts';

/** Inserts the change of a member's email; a later one replaces it. */
export const upsertEmailChange = (db: Executor, change: EmailChangeTable) =>
  db
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(change))
    .execute();

/** Finds a member's unconfirmed change of email. @param now milliseconds since 1970 */
export const findEmailChange = (db: Executor, memberId: string, now: number) =>
  db
    .selectFrom('email_changes')
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .select('expires_at')
    .executeTakeFirst();

/** @returns whether the token of a link is still valid */
export async function isEmailChange(
  db: Executor,
  tokenHash: string,
  now: number,
): Promise<boolean> {
  const change = await db
    .selectFrom('email_changes')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select('member_id')
    .executeTakeFirst();
  return change !== undefined;
}

/** Deletes the change that a link confirms. @returns the change, or undefined when there is none */
export const consumeEmailChange = (db: Executor, tokenHash: string, now: number) =>
  db
    .deleteFrom('email_changes')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['member_id', 'actor_id', 'email'])
    .executeTakeFirst();

export const deleteExpiredEmailChanges = (db: Executor, now: number) =>
  db.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
