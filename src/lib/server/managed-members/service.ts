import type { ReasonInput } from '#lib/contract/managed-members.ts';
import type { NewMember } from '#lib/contract/new-member.ts';
import { recordAct } from '#lib/server/audit-log/record-act.ts';
import { authorizeAct } from '#lib/server/confirmations/authorize.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { enqueueEmail } from '#lib/server/email/enqueue-email.ts';
import { chooseNewPasswordEmail } from '#lib/server/email/templates.ts';
import * as members from '#lib/server/members/manage-members.ts';
import { deleteTokensByMember } from '#lib/server/personal-tokens/queries.ts';
import { lockStaffViewer } from '#lib/server/sessions/lock-viewer.ts';
import { deleteSessionsByMember } from '#lib/server/sessions/queries.ts';

import { requireOther } from './change-role.ts';
import { findEnabledOrThrow } from './find-enabled.ts';
import { LIMITS } from './limits.ts';

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
