import { lockRows } from '#lib/server/platform/db/lock-rows.ts';
import type { Executor, MemberTable } from '#lib/server/platform/db/schema.ts';

import { MEMBER_COLUMNS, updateMember } from './queries.ts';

/**
 * Finds a member, disabled or not.
 * @param value an id, or an email in lower case
 */
export const findAnyMember = (db: Executor, by: 'id' | 'email', value: string) =>
  db
    .selectFrom('members as m')
    .where(`m.${by}`, '=', value)
    .select(MEMBER_COLUMNS)
    .executeTakeFirst();

/** Whether a member is of the staff, and enabled. */
export async function isEnabledStaff(db: Executor, id: string): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .where('id', '=', id)
    .where('role', '=', 'staff')
    .where('disabled_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return member !== undefined;
}

/** @throws a unique violation when the email is taken */
export const insertMember = (db: Executor, member: MemberTable) =>
  db.insertInto('members').values(member).execute();

/** The member, their followers and followees. */
const relatedMemberIds = (db: Executor, id: string) =>
  db
    .selectFrom('members')
    .where('id', '=', id)
    .select('id')
    .union(db.selectFrom('follows').where('followed_id', '=', id).select('follower_id as id'))
    .union(db.selectFrom('follows').where('follower_id', '=', id).select('followed_id as id'));

/**
 * Disables or enables a member. All rows that change are locked first and in order, since a follow locks two of them.
 * @param disabledAt milliseconds since 1970, or null
 */
export async function setDisabled(
  db: Executor,
  id: string,
  disabledAt: number | null,
): Promise<void> {
  await lockRows(db, 'members', relatedMemberIds(db, id));
  await updateMember(db, id, { disabled_at: disabledAt });
}

/** Locks all enabled members of staff, in order: of two who leave concurrently the second sees that the first is gone. */
export async function lockStaff(db: Executor): Promise<{ id: string }[]> {
  const staff = db
    .selectFrom('members')
    .where('role', '=', 'staff')
    .where('disabled_at', 'is', null)
    .select('id');
  await lockRows(db, 'members', staff);
  return staff.execute();
}
