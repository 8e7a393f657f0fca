import { sql } from 'kysely';

import { enabledMembers } from '#lib/server/people/members/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

const profileById = precompiled((db, { id }: { id: string }) =>
  enabledMembers(db)
    .leftJoin('sign_in_phone_claims as c', 'c.member_id', 'm.id')
    .where('m.id', '=', id)
    .select([
      'm.id',
      'c.phone as claimed_phone',
      'm.first_name',
      'm.middle_name',
      'm.last_name',
      'm.role',
      'm.email',
      'm.sign_in_phone',
      'm.contact_phone',
      'm.birthdate',
      'm.joined_at',
      'm.avatar_key',
      'm.town',
    ]),
);

export const findProfile = async (db: Executor, id: string) => (await profileById(db, { id }))[0];

/** @returns the number that members see once they agree on an appointment */
export const findContactPhone = async (db: Executor, memberId: string): Promise<string | null> => {
  const query = db.selectFrom('members').where('id', '=', memberId).select('contact_phone');
  return (await query.executeTakeFirst())?.contact_phone ?? null;
};

interface RemovalOf {
  memberId: string;
  kind: 'avatar' | 'name';
  /** milliseconds since 1970 */
  since: number;
}

const lastRemoval = precompiled((db, { memberId, kind, since }: RemovalOf) =>
  db
    .selectFrom('moderation_decisions')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .where('reversed_at', 'is', null)
    .where('reopened_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .select('created_at'),
);

/** @returns when staff last removed a member's photo or name, unless they restored it or allowed a new one */
export const findLastRemoval = async (
  db: Executor,
  removal: RemovalOf,
): Promise<number | undefined> => (await lastRemoval(db, removal))[0]?.created_at;

/** @returns the end of a member's suspension; undefined without one */
export async function findSuspension(db: Executor, memberId: string, now: number) {
  const row = await db
    .selectFrom('suspensions')
    .where('member_id', '=', memberId)
    .where('until', '>', now)
    .select('until')
    .executeTakeFirst();
  return row?.until;
}
