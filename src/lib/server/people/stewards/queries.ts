import { type RawBuilder, sql, type SqlBool } from 'kysely';

import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { lookedAfter } from '#lib/server/people/viewer/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, StewardshipTable } from '#lib/server/platform/db/schema.ts';

/** Whether a member looks after the one in a column: the SQL of the rule in `actAs`, for lists. */
export const isLookedAfter = (memberId: string | null, column: string): RawBuilder<SqlBool> =>
  memberId === null
    ? sql`false`
    : sql`exists (select 1 from stewardships as care
        where care.person_id = ${sql.ref(column)} and care.steward_id = ${memberId})`;

/** @returns undefined when the person already has a steward */
export const insertStewardship = (db: Executor, row: StewardshipTable) =>
  db
    .insertInto('stewardships')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .returning('person_id')
    .executeTakeFirst();

/** Ends the stewardship of a person. @param stewardId by default any. @returns the steward, if there was one */
export const deleteStewardship = (db: Executor, personId: string, stewardId?: string) =>
  db
    .deleteFrom('stewardships')
    .where('person_id', '=', personId)
    .$if(stewardId !== undefined, (query) => query.where('steward_id', '=', stewardId ?? ''))
    .returning('steward_id')
    .executeTakeFirst();

export async function countPeople(db: Executor, stewardId: string): Promise<number> {
  const { count } = await db
    .selectFrom('stewardships')
    .where('steward_id', '=', stewardId)
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const peopleOf = precompiled((db, { stewardId }: { stewardId: string }) =>
  lookedAfter(db)
    .where('s.steward_id', '=', stewardId)
    .orderBy('m.first_name')
    .orderBy('m.last_name')
    .orderBy('m.id'),
);

/** Lists the people of a steward, by name. */
export const listPeople = (db: Executor, stewardId: string) => peopleOf(db, { stewardId });

const stewardOf = (db: Executor, personId: string) =>
  db
    .selectFrom('stewardships as s')
    .innerJoin('members as m', 'm.id', 's.steward_id')
    .where('s.person_id', '=', personId)
    .select([...MEMBER_COLUMNS, 's.begun_at', 's.consent', 's.consent_note']);

/** Finds a member's steward, unless disabled. */
export const findStewardOf = (db: Executor, personId: string) =>
  stewardOf(db, personId).where('m.disabled_at', 'is', null).executeTakeFirst();

/** Finds a member's steward, even a disabled one: there can be no other. */
export const findAnyStewardOf = (db: Executor, personId: string) =>
  stewardOf(db, personId).executeTakeFirst();

/** Whether a member has stopped looking after a person since a time, according to the log. */
export const hasStoppedSince = async (
  db: Executor,
  { stewardId, personId, since }: Record<'stewardId' | 'personId', string> & { since: number },
): Promise<boolean> => {
  const ended = await db
    .selectFrom('audit_log')
    .where('member_id', '=', personId)
    .where('act', '=', 'member.steward_ended')
    .where('target_id', '=', stewardId)
    .where('created_at', '>=', since)
    .select('id')
    .executeTakeFirst();
  return ended !== undefined;
};
