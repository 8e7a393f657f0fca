import type { RoleInput } from '#lib/contract/people/managed-members.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { findAnyMember, updateMember } from '#lib/server/people/members/queries.ts';
import { endIn } from '#lib/server/people/stewards/service.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { fieldError, notFound } from '#lib/server/platform/errors.ts';

import { requireOther } from './service.ts';

/**
 * Changes a member's role, from their next request on. There is always a staff member left, since none can change
 * their own role.
 */
export async function changeRole(ctx: Ctx, memberId: string, { role }: RoleInput): Promise<void> {
  const actorId = requireOther(ctx, memberId, 'member.role_changed');
  await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.role_changed', [memberId]);
    const member = await findAnyMember(tx, 'id', memberId);
    if (!member) throw notFound('member');
    if (member.role === role) throw fieldError('role', 'no_changes');
    await updateMember(tx, memberId, { role });
    const target = { targetType: 'member', targetId: memberId } as const;
    const details = { from: member.role, to: role };
    await recordAct(tx, { actorId, act: 'member.role_changed', ...target, details });
    // Otherwise their steward would have the rights of staff.
    if (role === 'staff') await endIn(ctx, tx, { actorId, personId: memberId });
  });
}
