import type { Executor, PasswordResetTable } from '#lib/server/platform/db/schema.ts';

/** Identifies a browser's reset. */
export interface ResetLookup {
  tokenHash: string;
  clientHash: string;
  /** milliseconds */
  now: number;
}

/** Limits a query to the browser's own, unexpired reset. The base of all reads and updates. */
const whereLookup =
  ({ tokenHash, clientHash, now }: ResetLookup) =>
  <Q extends { where(column: string, is: string, value: unknown): Q }>(query: Q): Q =>
    query
      .where('token_hash', '=', tokenHash)
      .where('client_hash', '=', clientHash)
      .where('expires_at', '>', now);

/** Starts a reset, replacing an earlier one of the same origin whose code was not entered. */
export const upsertReset = (db: Executor, reset: Omit<PasswordResetTable, 'verified_at'>) =>
  db
    .insertInto('password_resets')
    .values({ ...reset, verified_at: null })
    .onConflict((conflict) =>
      conflict.column('origin_key').where('verified_at', 'is', null).doUpdateSet(reset),
    )
    .execute();

export const findReset = (db: Executor, lookup: ResetLookup) =>
  db
    .selectFrom('password_resets')
    .$call(whereLookup(lookup))
    .select(['member_id', 'origin_key', 'code_hmac', 'verified_at'])
    .executeTakeFirst();

/**
 * Marks a reset as verified: clears its code and extends its expiry.
 * @returns undefined when it was already verified
 */
export const markVerified = (db: Executor, lookup: ResetLookup, expires_at: number) =>
  db
    .updateTable('password_resets')
    .set({ verified_at: lookup.now, expires_at, code_hmac: '' })
    .$call(whereLookup(lookup))
    .where('verified_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst();

/**
 * Deletes a reset whose code was entered.
 * @returns the member
 */
export const consumeVerifiedReset = (db: Executor, lookup: ResetLookup) =>
  db
    .deleteFrom('password_resets')
    .$call(whereLookup(lookup))
    .where('verified_at', 'is not', null)
    .returning(['member_id', 'account_key'])
    .executeTakeFirst();

export const deleteResetsByAccount = (db: Executor, accountKey: string) =>
  db.deleteFrom('password_resets').where('account_key', '=', accountKey).execute();

export const deleteResetsByMember = (db: Executor, memberId: string) =>
  db.deleteFrom('password_resets').where('member_id', '=', memberId).execute();

export const deleteExpiredResets = (db: Executor, now: number) =>
  db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
