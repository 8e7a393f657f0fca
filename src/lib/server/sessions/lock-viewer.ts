import { type Ctx, requireStaffViewer, requireViewer } from '#lib/server/context.ts';
import { lockRows } from '#lib/server/db/lock-rows.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { AppError, unauthenticated } from '#lib/server/errors.ts';
import { formatDay } from '#lib/server/moderation/messages.ts';

import { findActiveSession, findSessionRole } from './queries.ts';

/** What a transaction declares about the viewer. */
export interface WriteOptions {
  /** for settings, and what others wait for: a suspended member may do it */
  allowsSuspended?: boolean;
}

/**
 * Looks again whether the viewer is signed in, enabled and not suspended, in the transaction that writes: minutes may
 * have passed since the request began (ASVS 7.4.1).
 * @throws AppError unauthenticated, suspended
 */
async function requireActiveSession(
  ctx: Ctx,
  tx: Executor,
  { allowsSuspended = false }: WriteOptions = {},
): Promise<void> {
  const session = await findActiveSession(tx, requireViewer(ctx).sessionId, ctx.now());
  if (!session) throw unauthenticated();
  const { suspended_until: until } = session;
  if (until !== null && !allowsSuspended)
    throw new AppError('suspended', { value: formatDay(until) });
}

/** As `requireActiveSession`, and locks the viewer's row, so that a concurrent disable waits for this transaction. */
export async function lockViewer(ctx: Ctx, tx: Executor, options?: WriteOptions): Promise<void> {
  await lockRows(tx, 'members', [requireViewer(ctx).id]);
  await requireActiveSession(ctx, tx, options);
}

/**
 * As `lockViewer`, for an act of staff.
 * @param memberIds whom the act changes: their rows are locked, too, all in one order
 * @throws AppError unauthenticated, staff_only when the viewer has lost the role since the request began
 */
export async function lockStaffViewer(
  ctx: Ctx,
  tx: Executor,
  memberIds: string[] = [],
): Promise<void> {
  const { id, sessionId } = requireStaffViewer(ctx);
  await lockRows(tx, 'members', [id, ...memberIds]);
  const role = await findSessionRole(tx, sessionId);
  if (!role) throw unauthenticated();
  if (role !== 'staff') throw new AppError('staff_only');
}

/**
 * As `lockViewer`, and locks another member's row: what is between the two, such as a follow or a block, changes in one
 * transaction at a time.
 */
export async function lockViewerAnd(ctx: Ctx, tx: Executor, memberId: string): Promise<void> {
  await lockRows(tx, 'members', [requireViewer(ctx).id, memberId]);
  await requireActiveSession(ctx, tx);
}
