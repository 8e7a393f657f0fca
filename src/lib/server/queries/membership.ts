import type { Executor, MemberTable } from '#lib/server/db/schema.ts';

import { MEMBER_COLUMNS } from './members.ts';

/** Finds a member, disabled or not. @param value an id, or an address in lower case */
export const findAnyMember = (db: Executor, by: 'id' | 'email', value: string) =>
  db
    .selectFrom('members as m')
    .where(`m.${by}`, '=', value)
    .select(MEMBER_COLUMNS)
    .executeTakeFirst();

/** Keeps a new member. @throws a unique violation when somebody has the address */
export const insertMember = (db: Executor, member: MemberTable) =>
  db.insertInto('members').values(member).execute();

/** Disables a member, or enables one. @param at milliseconds since 1970, or null */
export const setDisabled = (db: Executor, id: string, at: number | null) =>
  db.updateTable('members').set({ disabled_at: at }).where('id', '=', id).execute();
