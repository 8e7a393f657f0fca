import type { StaffDecision } from '#lib/contract/moderation.ts';
import { recordAct } from '#lib/server/audit-log/record-act.ts';
import type { Ctx } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { AppError, notFound } from '#lib/server/errors.ts';
import { lockStaffViewer } from '#lib/server/sessions/lock-viewer.ts';

import * as decisions from './decision-queries.ts';
import { getDecision } from './list-decisions.ts';

/**
 * Lets a member choose a new photo or name before the days after its removal are over. What was removed stays away.
 * @throws AppError staff_only, decision_not_found, own_account, not_closed
 */
export async function reopenProfile(ctx: Ctx, id: string): Promise<StaffDecision> {
  await transact(ctx, { invalidates: [] }, async (tx) => {
    const { id: actorId } = await lockStaffViewer(ctx, tx, 'profile.reopened');
    const decision = await decisions.findDecision(tx, id);
    if (!decision) throw notFound('decision');
    const { kind, member_id: memberId } = decision;
    if (memberId === actorId) throw new AppError('own_account');
    const isRemoval = kind === 'avatar' || kind === 'name';
    if (!isRemoval || !(await decisions.setReopened(tx, id, ctx.now())))
      throw new AppError('not_closed');
    const target = { targetType: 'decision', targetId: id, memberId } as const;
    await recordAct(tx, { actorId, act: 'profile.reopened', ...target });
  });
  return getDecision(ctx, id);
}
