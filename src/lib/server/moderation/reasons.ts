import { MAX_REASONS, type ModerationReason } from '#lib/contract/moderation/moderation.ts';
import { recordAct } from '#lib/server/people/audit-log/record-act.ts';
import { lockStaffViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/platform/context.ts';
import { isDatabaseError } from '#lib/server/platform/db/database-error.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import * as reasons from './queries.ts';

/** Lists the reasons that staff choose from, in their order. */
export async function listReasons(ctx: Ctx): Promise<ModerationReason[]> {
  requireStaffViewer(ctx);
  const rows = await reasons.listReasons(ctx.db);
  return rows.map(({ id, text }) => ({ reason_id: id, text }));
}

/** Runs a transaction that changes the list, and records it. @returns the list after it */
async function changeReasons(
  ctx: Ctx,
  act: 'reason.added' | 'reason.changed' | 'reason.removed',
  id: string,
  work: (tx: Executor) => Promise<void>,
): Promise<ModerationReason[]> {
  const { id: actorId } = requireStaffViewer(ctx);
  try {
    await transact(ctx, { invalidates: [] }, async (tx) => {
      await lockStaffViewer(ctx, tx, act);
      await work(tx);
      await recordAct(tx, { actorId, act, targetType: 'reason', targetId: id });
    });
  } catch (error) {
    throw isDatabaseError(error, 'unique') ? fieldError('text', 'reason_exists') : error;
  }
  return listReasons(ctx);
}

/** @throws AppError staff_only, reason_exists, too_many_reasons */
export const addReason = (ctx: Ctx, text: string): Promise<ModerationReason[]> => {
  const id = newId();
  return changeReasons(ctx, 'reason.added', id, async (tx) => {
    const list = await reasons.listReasons(tx);
    if (list.length >= MAX_REASONS) throw new AppError('too_many_reasons');
    await reasons.insertReason(tx, { id, text, position: (list.at(-1)?.position ?? 0) + 1 });
  });
};

/**
 * Changes a reason; decisions have it as it was.
 * @throws AppError staff_only, reason_not_found, reason_exists
 */
export const changeReason = (ctx: Ctx, id: string, text: string): Promise<ModerationReason[]> =>
  changeReasons(ctx, 'reason.changed', id, async (tx) => {
    if (!(await reasons.updateReason(tx, id, text))) throw notFound('reason');
  });

/** @throws AppError staff_only, reason_not_found */
export const removeReason = (ctx: Ctx, id: string): Promise<ModerationReason[]> =>
  changeReasons(ctx, 'reason.removed', id, async (tx) => {
    if (!(await reasons.deleteReason(tx, id))) throw notFound('reason');
  });
