import type { Executor, PasswordResetTable } from '#lib/server/db/schema.ts';

/** Which browser shows which token, and when. */
export interface ResetLookup {
  tokenHash: string;
  owner: string;
  /** milliseconds */
  now: number;
}

/** The one row a claim may speak of: its own, and still living. All reads and changes of a recovery start here. */
const whereLookup =
  ({ tokenHash, owner, now }: ResetLookup) =>
  <Q extends { where(column: string, is: string, value: unknown): Q }>(query: Q): Q =>
    query
      .where('token_hash', '=', tokenHash)
      .where('client_hash', '=', owner)
      .where('expires_at', '>', now);

/** Begins a recovery. The place's code from before is over; one that was entered already is not touched. */
export const upsertReset = (db: Executor, reset: Omit<PasswordResetTable, 'verified_at'>) =>
  db
    .insertInto('password_resets')
    .values({ ...reset, verified_at: null })
    .onConflict((conflict) =>
      conflict.column('origin_key').where('verified_at', 'is', null).doUpdateSet(reset),
    )
    .execute();

/** Finds a recovery that lives. */
export const findReset = (db: Executor, lookup: ResetLookup) =>
  db.selectFrom('password_resets').$call(whereLookup(lookup)).selectAll().executeTakeFirst();

/** Notes that the code was entered; it is gone then. @returns whether this was the first time */
export async function markVerified(
  db: Executor,
  lookup: ResetLookup,
  expires_at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('password_resets')
    .set({ verified_at: lookup.now, expires_at, code_hmac: '' })
    .$call(whereLookup(lookup))
    .where('verified_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Ends a recovery whose code was entered. @returns whose it was */
export const consumeVerifiedReset = (db: Executor, lookup: ResetLookup) =>
  db
    .deleteFrom('password_resets')
    .$call(whereLookup(lookup))
    .where('verified_at', 'is not', null)
    .returning(['member_id', 'account_key'])
    .executeTakeFirst();

/** Ends every recovery of an account, wherever it was begun. */
export const deleteResetsByAccount = (db: Executor, accountKey: string) =>
  db.deleteFrom('password_resets').where('account_key', '=', accountKey).execute();

/** Takes away what ended. @param now milliseconds */
export const deleteExpiredResets = (db: Executor, now: number) =>
  db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
