import type { RoleInput } from '#lib/contract/managed-members.ts';
import { recordAct } from '#lib/server/audit-log/record-act.ts';
import { authorizeAct, type StaffAct } from '#lib/server/confirmations/authorize.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { AppError, fieldError, notFound } from '#lib/server/errors.ts';
import { findAnyMember } from '#lib/server/members/manage-members-queries.ts';
import { updateMember } from '#lib/server/members/queries.ts';
import { requireAnotherStaffMember } from '#lib/server/members/require-another-staff-member.ts';
import { lockStaffViewer } from '#lib/server/sessions/lock-viewer.ts';

/**
 * For what no member of staff does to their own account.
 * @returns the id of the member of staff
 * @throws AppError staff_only, own_account, confirmation_required
 */
export function requireOther(ctx: Ctx, memberId: string, act: StaffAct): string {
  const { id } = requireStaffViewer(ctx);
  if (id === memberId) throw new AppError('own_account');
  authorizeAct(ctx, act);
  return id;
}

/**
 * Gives a member another role. It counts from their next request on.
 * @throws AppError staff_only, own_account, confirmation_required, member_not_found, no_changes, last_staff_member
 */
export async function changeRole(ctx: Ctx, memberId: string, { role }: RoleInput): Promise<void> {
  const actorId = requireOther(ctx, memberId, 'member.role_changed');
  await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.role_changed', [memberId]);
    const member = await findAnyMember(tx, 'id', memberId);
    if (!member) throw notFound('member');
    if (member.role === role) throw fieldError('role', 'no_changes');
    await requireAnotherStaffMember(tx, memberId);
    await updateMember(tx, memberId, { role });
    const target = { targetType: 'member', targetId: memberId } as const;
    const details = { from: member.role, to: role };
    await recordAct(tx, { actorId, act: 'member.role_changed', ...target, details });
  });
}
