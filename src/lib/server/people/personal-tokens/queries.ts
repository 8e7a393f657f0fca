import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, PersonalTokenTable } from '#lib/server/platform/db/schema.ts';

/** @returns false when the id already exists */
export async function insertToken(db: Executor, token: PersonalTokenTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('personal_tokens')
    .values(token)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Lists a member's tokens, newest first, including expired ones. */
export const listTokens = (db: Executor, memberId: string): Promise<PersonalTokenTable[]> =>
  db
    .selectFrom('personal_tokens')
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .execute();

/**
 * Finds a valid token with its member.
 * @param today YYYY-MM-DD
 */
export async function findToken(db: Executor, tokenHash: string, today: string) {
  const [token] = await tokenByHash(db, { tokenHash, today });
  return token;
}

const tokenByHash = precompiled((db, { tokenHash, today }: { tokenHash: string; today: string }) =>
  db
    .selectFrom('personal_tokens as t')
    .innerJoin('members as m', 'm.id', 't.member_id')
    .leftJoin('inboxes as i', 'i.member_id', 't.member_id')
    .where('t.token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('t.until', 'is', null), eb('t.until', '>=', today)]))
    .where('m.disabled_at', 'is', null)
    .select([...MEMBER_COLUMNS, 'm.language', 't.id as token_id', 't.scope', 't.used_on'])
    .select('i.version as inbox_version'),
);

/** @param day YYYY-MM-DD */
export const setTokenUsed = (db: Executor, id: string, day: string) =>
  db.updateTable('personal_tokens').set({ used_on: day }).where('id', '=', id).execute();

/** @returns the deleted token; undefined when the member does not have it */
export const deleteToken = (
  db: Executor,
  { id, member_id }: Pick<PersonalTokenTable, 'id' | 'member_id'>,
) =>
  db
    .deleteFrom('personal_tokens')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .returning('id')
    .executeTakeFirst();

export const deleteTokensByMember = (db: Executor, memberId: string) =>
  db.deleteFrom('personal_tokens').where('member_id', '=', memberId).execute();

/** @param day YYYY-MM-DD; deletes tokens whose last day is earlier */
export const deleteTokensUntil = (db: Executor, day: string) =>
  db.deleteFrom('personal_tokens').where('until', '<', day).execute();
