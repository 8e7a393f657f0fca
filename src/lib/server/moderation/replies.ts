import type { OwnDecisions, StaffDecision } from '#lib/contract/moderation.ts';
import { recordAct } from '#lib/server/audit-log/record-act.ts';
import { type Ctx, requireStaffViewer, requireViewer } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { AppError, notFound } from '#lib/server/errors.ts';
import { lockStaffViewer, lockViewer } from '#lib/server/sessions/lock-viewer.ts';

import * as decisions from './decision-queries.ts';
import { LIMITS } from './limits.ts';
import { getDecision, listOwnDecisions } from './list-decisions.ts';
import { notifyOfResponse } from './notify-member.ts';

/**
 * Replies to a decision about the viewer, once. A suspended member may.
 * @throws AppError decision_not_found, already_replied, rate_limited
 */
export async function replyToDecision(
  ctx: Ctx,
  id: string,
  content: string,
): Promise<OwnDecisions> {
  const { id: memberId } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.moderationReply, memberId);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    const decision = await decisions.findDecision(tx, id);
    if (decision?.member_id !== memberId || decision.kind === 'stays') throw notFound('decision');
    const reply = { reply: content, replied_at: ctx.now() };
    if (!(await decisions.setReply(tx, { id, memberId }, reply)))
      throw new AppError('already_replied');
  });
  return listOwnDecisions(ctx);
}

/**
 * Responds to the reply to a decision, once: it leaves the queue, and the member is notified.
 * @throws AppError staff_only, decision_not_found, own_account, no_reply, already_responded
 */
export async function respondToReply(
  ctx: Ctx,
  id: string,
  content: string,
): Promise<StaffDecision> {
  const { id: actorId } = requireStaffViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'decision.responded');
    const decision = await decisions.findDecision(tx, id);
    if (!decision) throw notFound('decision');
    if (decision.member_id === actorId) throw new AppError('own_account');
    if (decision.replied_at === null) throw new AppError('no_reply');
    const response = { response: content, responded_at: ctx.now() };
    if (!(await decisions.setResponse(tx, id, response))) throw new AppError('already_responded');
    const { member_id: memberId } = decision;
    const target = { targetType: 'decision', targetId: id, memberId } as const;
    await recordAct(tx, { actorId, act: 'decision.responded', ...target, reason: content });
    if (memberId !== null) await notifyOfResponse(ctx, tx, memberId, content);
  });
  return getDecision(ctx, id);
}
