import type { Executor, ResetTable } from '#lib/server/db/schema.ts';

/** Which browser shows which token, and when. */
export interface Claim {
  tokenHash: string;
  owner: string;
  /** milliseconds */
  now: number;
}

/** The one row a claim may speak of: its own, and still living. All reads and changes of a recovery start here. */
const claimed =
  ({ tokenHash, owner, now }: Claim) =>
  <Q extends { where(column: string, is: string, value: unknown): Q }>(query: Q): Q =>
    query
      .where('token_hash', '=', tokenHash)
      .where('owner', '=', owner)
      .where('expires_at', '>', now);

/**
 * Begins a recovery; the one the account had before is over, but for its wrong tries.
 * @param since wrong tries from before this moment are forgotten, milliseconds
 */
export const keepReset = (
  db: Executor,
  reset: Omit<ResetTable, 'tries' | 'tries_since' | 'verified_at'>,
  since: number,
) =>
  db
    .insertInto('resets')
    .values({ ...reset, tries: 0, tries_since: reset.created_at, verified_at: null })
    .onConflict((conflict) =>
      conflict.column('account_key').doUpdateSet((eb) => ({
        ...reset,
        verified_at: null,
        tries: eb
          .case()
          .when('resets.tries_since', '>', since)
          .then(eb.ref('resets.tries'))
          .else(0)
          .end(),
        tries_since: eb
          .case()
          .when('resets.tries_since', '>', since)
          .then(eb.ref('resets.tries_since'))
          .else(reset.created_at)
          .end(),
      })),
    )
    .execute();

/** Finds the wrong tries of an account. */
export const findTries = (db: Executor, accountKey: string) =>
  db
    .selectFrom('resets')
    .where('account_key', '=', accountKey)
    .select(['tries', 'tries_since'])
    .executeTakeFirst();

/** Finds a recovery that lives. */
export const findReset = (db: Executor, claim: Claim) =>
  db.selectFrom('resets').$call(claimed(claim)).selectAll().executeTakeFirst();

/**
 * Counts a try, before the code is looked at: of many at once no more than `most` get to see it.
 * @returns the recovery, or nothing when there were too many tries or none is to be verified
 */
export const spendTry = (db: Executor, claim: Claim, most: number) =>
  db
    .updateTable('resets')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .$call(claimed(claim))
    .where('verified_at', 'is', null)
    .where('tries', '<', most)
    .returningAll()
    .executeTakeFirst();

/** Notes that the code was entered; it is gone then. @returns whether this was the first time */
export async function markVerified(
  db: Executor,
  claim: Claim,
  expires_at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('resets')
    .set({ verified_at: claim.now, expires_at, code_hmac: '' })
    .$call(claimed(claim))
    .where('verified_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Ends a recovery whose code was entered. @returns whose it was */
export const takeVerified = (db: Executor, claim: Claim) =>
  db
    .deleteFrom('resets')
    .$call(claimed(claim))
    .where('verified_at', 'is not', null)
    .returning('member_id')
    .executeTakeFirst();

/** Takes away what ended. @param before all of it before this moment, milliseconds */
export const deleteOldResets = (db: Executor, before: number) =>
  db
    .deleteFrom('resets')
    .where('expires_at', '<', before)
    .where('tries_since', '<', before)
    .execute();
