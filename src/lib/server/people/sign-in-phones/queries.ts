import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Finds the number that a member claims. */
export async function findClaim(db: Executor, memberId: string): Promise<string | null> {
  const claim = await db
    .selectFrom('sign_in_phone_claims')
    .where('member_id', '=', memberId)
    .select('phone')
    .executeTakeFirst();
  return claim?.phone ?? null;
}

/** A member has only one claim, the latest. */
export const upsertClaim = (
  db: Executor,
  claim: { member_id: string; phone: string; claimed_at: number },
) =>
  db
    .insertInto('sign_in_phone_claims')
    .values(claim)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(claim))
    .execute();

export const deleteClaim = (db: Executor, memberId: string) =>
  db.deleteFrom('sign_in_phone_claims').where('member_id', '=', memberId).execute();

/** Ends all claims of phone numbers. @returns their members */
export const endClaims = (db: Executor, phones: string[]) =>
  db
    .deleteFrom('sign_in_phone_claims')
    .where('phone', 'in', phones)
    .returning(['member_id', 'phone'])
    .execute();

/** Removes a number that a member has only by claim. */
export const takeNumber = (
  db: Executor,
  { member_id, phone }: { member_id: string; phone: string },
) =>
  db
    .updateTable('members')
    .set({ sign_in_phone: null })
    .where('id', '=', member_id)
    .where('sign_in_phone', '=', phone)
    .execute();
