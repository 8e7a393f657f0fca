import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type {
  Executor,
  PasskeyTable,
  UsedPasskeyChallengeTable,
} from '#lib/server/platform/db/schema.ts';

/** @returns false when the challenge was already used */
export async function insertUsedChallenge(
  db: Executor,
  challenge: UsedPasskeyChallengeTable,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_passkey_challenges')
    .values(challenge)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const deleteExpiredChallenges = (db: Executor, now: number) =>
  db.deleteFrom('used_passkey_challenges').where('expires_at', '<=', now).execute();

/** @returns false when the credential already has a passkey */
export async function insertPasskey(db: Executor, passkey: PasskeyTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Lists a member's passkeys, newest first. */
export const listPasskeys = (db: Executor, memberId: string): Promise<PasskeyTable[]> =>
  db
    .selectFrom('passkeys')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .selectAll()
    .execute();

export async function hasPasskeys(db: Executor, memberId: string): Promise<boolean> {
  const passkey = await db
    .selectFrom('passkeys')
    .where('member_id', '=', memberId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
}

/** Whether a member has used a passkey since a time. @param since milliseconds since 1970 */
export async function hasUsedPasskey(db: Executor, memberId: string, since: number) {
  const passkey = await db
    .selectFrom('passkeys')
    .where('member_id', '=', memberId)
    .where('used_at', '>=', since)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
}

/**
 * Finds a passkey with its member, if the member is enabled or has requested the deletion of their account: logging
 * in cancels it, as with a password.
 */
export const findPasskey = (db: Executor, credentialId: string) =>
  db
    .selectFrom('passkeys as k')
    .innerJoin('members as m', 'm.id', 'k.member_id')
    .leftJoin('deletions as d', 'd.member_id', 'm.id')
    .where('k.credential_id', '=', credentialId)
    .where((eb) =>
      eb.or([
        eb('m.disabled_at', 'is', null),
        // Not members whom staff have disabled since.
        eb('d.requested_at', '=', eb.ref('m.disabled_at')),
      ]),
    )
    .select([...MEMBER_COLUMNS, 'm.email', 'm.sign_in_phone', 'm.password_hash'])
    .select(['k.id', 'k.credential_id', 'k.public_key', 'k.counter'])
    .executeTakeFirst();

/**
 * Stores a use. If two have the same counter, even on two servers, only the first is stored: the second comes from a
 * copy.
 * @param counter sent by the authenticator
 * @returns false for a copy, or when the passkey was removed
 */
export async function updateCounter(
  db: Executor,
  id: string,
  counter: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, used_at: now })
    .where('id', '=', id)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A passkey of a member. */
type OwnPasskey = Pick<PasskeyTable, 'id' | 'member_id'>;

/** @returns undefined when the member does not have this passkey */
export const renamePasskey = (db: Executor, { id, member_id }: OwnPasskey, name: string) =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .returningAll()
    .executeTakeFirst();

/** Deletes all passkeys of a member. */
export const deletePasskeysOf = (db: Executor, memberId: string) =>
  db.deleteFrom('passkeys').where('member_id', '=', memberId).execute();

/** @returns the deleted passkey; undefined when the member does not have it */
export const deletePasskey = (db: Executor, { id, member_id }: OwnPasskey) =>
  db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .returning('name')
    .executeTakeFirst();
