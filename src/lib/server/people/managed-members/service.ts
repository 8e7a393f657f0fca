import type { ReasonInput, RoleInput } from '#lib/contract/people/managed-members.ts';
import type { NewMember } from '#lib/contract/people/new-member.ts';
import { recordAct } from '#lib/server/people/audit-log/record-act.ts';
import { authorizeAct, type StaffAct } from '#lib/server/people/confirmations/authorize.ts';
import { findAnyMember } from '#lib/server/people/members/manage-members-queries.ts';
import * as members from '#lib/server/people/members/manage-members.ts';
import { updateMember } from '#lib/server/people/members/queries.ts';
import { requireAnotherStaffMember } from '#lib/server/people/members/require-another-staff-member.ts';
import { deleteTokensByMember } from '#lib/server/people/personal-tokens/queries.ts';
import { lockStaffViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { deleteSessionsByMember } from '#lib/server/people/sessions/queries.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { chooseNewPasswordEmail } from '#lib/server/platform/email/templates.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';

import { LIMITS } from './limits.ts';
import { findRecord } from './queries.ts';

/**
 * Finds a member for what only makes sense while they can sign in.
 * @throws AppError member_not_found, member_disabled
 */
export async function findEnabledOrThrow(tx: Executor, id: string) {
  const member = await findRecord(tx, id);
  if (!member) throw notFound('member');
  if (member.disabled_at !== null) throw new AppError('member_disabled');
  return member;
}

/**
 * For what no member of staff does to their own account.
 * @returns the id of the member of staff
 * @throws AppError staff_only, own_account, confirmation_required
 */
function requireOther(ctx: Ctx, memberId: string, act: StaffAct): string {
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

const DAY_MS = 86_400_000;

/**
 * Adds a member, as the operator's command does. One of staff needs a fresh confirmation, as every role of staff does.
 * @returns the new id
 * @throws AppError staff_only, confirmation_required, email_taken
 */
export async function addMember(ctx: Ctx, input: NewMember): Promise<string> {
  const act = input.role === 'staff' ? 'member.added_to_staff' : 'member.added';
  const { id: actorId } = authorizeAct(ctx, act);
  const authorize = (tx: Executor) => lockStaffViewer(ctx, tx, act);
  return (await members.addMember(ctx, input, { actorId, authorize })).id;
}

/**
 * Disables a member: ends their sessions, blocks sign-in and hides all they wrote.
 * @throws AppError staff_only, own_account, confirmation_required, unknown_member, last_staff_member
 */
export async function disableMember(ctx: Ctx, id: string, { reason }: ReasonInput): Promise<void> {
  const actorId = requireOther(ctx, id, 'member.disabled');
  await members.disableMember(ctx, id, {
    actorId,
    reason,
    authorize: (tx) => lockStaffViewer(ctx, tx, 'member.disabled', [id]),
  });
}

/**
 * Enables a disabled member, with all that was theirs.
 * @throws AppError staff_only, own_account, confirmation_required, unknown_member
 */
export async function enableMember(ctx: Ctx, id: string, { reason }: ReasonInput): Promise<void> {
  const actorId = requireOther(ctx, id, 'member.enabled');
  await members.enableMember(ctx, id, {
    actorId,
    reason,
    authorize: (tx) => lockStaffViewer(ctx, tx, 'member.enabled', [id]),
  });
}

/**
 * Ends all sessions and personal access tokens of a member; of one's own sessions, all but this.
 * @throws AppError staff_only, unknown_member
 */
export async function endSessions(ctx: Ctx, id: string): Promise<void> {
  const viewer = requireStaffViewer(ctx);
  await members.getMemberOrThrow(ctx, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.sessions_ended', [id]);
    await deleteSessionsByMember(tx, id, id === viewer.id ? viewer.sessionId : null);
    await deleteTokensByMember(tx, id);
    const target = { targetType: 'member', targetId: id } as const;
    await recordAct(tx, { actorId: viewer.id, act: 'member.sessions_ended', ...target });
  });
}

/**
 * Sends a member the email that explains how to choose a new password. Staff never learn a code or a password.
 * @throws AppError staff_only, unknown_member, member_disabled, rate_limited
 */
export async function sendPasswordReset(ctx: Ctx, id: string): Promise<void> {
  const { id: actorId } = requireStaffViewer(ctx);
  await ctx.limits.consume(LIMITS.staffEmail, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.reset_sent');
    const { email, first_name, last_name } = await findEnabledOrThrow(tx, id);
    const to = { name: `${first_name} ${last_name}`, address: email };
    await enqueueEmail(ctx, tx, chooseNewPasswordEmail(to, ctx.config.publicUrl), DAY_MS);
    const target = { targetType: 'member', targetId: id } as const;
    await recordAct(tx, { actorId, act: 'member.reset_sent', ...target });
  });
}
