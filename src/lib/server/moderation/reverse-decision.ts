import type { StaffDecision } from '#lib/contract/moderation.ts';
import { recordAct } from '#lib/server/audit-log/record-act.ts';
import { findAnyComments } from '#lib/server/comments/queries.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/context.ts';
import { isDatabaseError } from '#lib/server/db/database-error.ts';
import type { Executor, ModerationDecisionTable } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { AppError, notFound } from '#lib/server/errors.ts';
import { lockStaffViewer } from '#lib/server/sessions/lock-viewer.ts';

import * as decisions from './decision-queries.ts';
import { getDecision } from './list-decisions.ts';
import { notifyOfReversal } from './notify-member.ts';
import { findByDecision } from './quarantine-queries.ts';
import { putBack } from './quarantine.ts';

/** @throws AppError not_reversible */
async function undo(tx: Executor, { id, kind }: ModerationDecisionTable): Promise<void> {
  if (kind === 'warning') return;
  if (kind === 'suspension') {
    // Another one may have taken its place.
    await decisions.deleteSuspension(tx, id);
    return;
  }
  const item = await findByDecision(tx, id);
  if (!item) throw new AppError('not_reversible');
  await putBack(tx, item);
}

/** @returns the post that is there again, or has the comment that is */
async function postOf(
  tx: Executor,
  { kind, subject_id: id }: ModerationDecisionTable,
): Promise<string | null> {
  if (kind === 'post') return id;
  if (kind !== 'comment' || id === null) return null;
  const [comment] = await findAnyComments(tx, [id]);
  return comment?.post_id ?? null;
}

/**
 * Takes a decision back: what was removed is put back, a suspension ends, a warning no longer counts. The member is
 * notified.
 * @throws AppError staff_only, decision_not_found, own_account, not_reversible
 */
export async function reverseDecision(ctx: Ctx, id: string): Promise<StaffDecision> {
  const { id: actorId } = requireStaffViewer(ctx);
  try {
    await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
      await lockStaffViewer(ctx, tx, 'decision.reversed');
      const decision = await decisions.findDecision(tx, id);
      if (!decision) throw notFound('decision');
      const { member_id: memberId } = decision;
      if (memberId === actorId) throw new AppError('own_account');
      if (memberId === null || !(await decisions.setReversed(tx, id, ctx.now())))
        throw new AppError('not_reversible');
      await undo(tx, decision);
      const target = { targetType: 'decision', targetId: id, memberId } as const;
      await recordAct(tx, { actorId, act: 'decision.reversed', ...target });
      await notifyOfReversal(ctx, tx, memberId, decision, await postOf(tx, decision));
    });
  } catch (error) {
    throw isDatabaseError(error, 'foreign_key') ? new AppError('not_reversible') : error;
  }
  return getDecision(ctx, id);
}
