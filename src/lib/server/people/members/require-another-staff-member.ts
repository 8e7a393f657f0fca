import { lockRows } from '#lib/server/platform/db/lock-rows.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import { findAnyMember, lockStaff } from './manage-members-queries.ts';

/**
 * Requires that somebody of staff is left without this member: the last one cannot be demoted, disabled or erased.
 * @param tx the transaction that takes the member away from staff
 * @throws AppError last_staff_member
 */
export async function requireAnotherStaffMember(tx: Executor, id: string): Promise<void> {
  await lockRows(tx, 'members', [id]);
  const member = await findAnyMember(tx, 'id', id);
  if (member?.role !== 'staff') return;
  const staff = await lockStaff(tx);
  if (!staff.some((other) => other.id !== id)) throw new AppError('last_staff_member');
}
