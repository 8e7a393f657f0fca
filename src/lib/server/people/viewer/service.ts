// Checks the viewer again, as every write does in its transaction.
import type { Role } from '#lib/contract/people/members.ts';
import type { Ctx, Viewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';
import { AppError, unauthenticated } from '#lib/server/platform/errors.ts';
import { formatDay } from '#lib/server/platform/format-day.ts';
import { requireSessionId, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

import { authorizeAct, authorizeRepeated, type StaffAct } from './authorize-act.ts';
import { findActiveSession, findActiveToken, findPerson } from './queries.ts';

/** The requirements of a transaction for its viewer. */
export interface WriteOptions {
  /** for settings, protection, and actions that others wait for: suspended members may take them */
  allowsSuspended?: boolean;
}

/** @returns the viewer's role and the end of their suspension, if their session or token is still valid */
async function findActive(ctx: Ctx, tx: Executor) {
  const { token } = requireViewer(ctx);
  const now = ctx.now();
  return token
    ? findActiveToken(tx, token.id, { now, today: regionDay(now) })
    : findActiveSession(tx, requireSessionId(ctx), now);
}

/**
 * Checks, in the transaction that writes, that the viewer's session or token is still valid, and the viewer enabled
 * and not suspended: minutes may have passed since the request began (ASVS 7.4.1).
 * @returns the viewer's current role
 */
async function requireActiveSession(
  ctx: Ctx,
  tx: Executor,
  { allowsSuspended = false }: WriteOptions = {},
): Promise<Role> {
  const active = await findActive(ctx, tx);
  if (!active) throw unauthenticated();
  const { role, suspended_until: until } = active;
  const ends = [until, await requireStewardship(ctx, tx)].find((end) => end !== null) ?? null;
  if (ends !== null && !allowsSuspended)
    throw new AppError('suspended', { value: formatDay(ends) });
  return role;
}

/**
 * Checks that the steward still looks after the person.
 * @returns the end of the person's suspension
 */
async function requireStewardship(ctx: Ctx, tx: Executor): Promise<number | null> {
  const { id, stewardId } = requireViewer(ctx);
  if (stewardId === undefined) return null;
  const person = await findPerson(tx, stewardId, id, ctx.now());
  if (!person) throw new AppError('not_looked_after');
  return person.suspended_until;
}

/**
 * Like `requireActiveSession`, but also locks the viewer's row, so that disabling the member waits for this
 * transaction.
 */
export async function lockViewer(ctx: Ctx, tx: Executor, options?: WriteOptions): Promise<void> {
  const { id, stewardId = id } = requireViewer(ctx);
  await lockRows(tx, 'members', [...new Set([id, stewardId])]);
  await requireActiveSession(ctx, tx, options);
}

/**
 * Like `lockViewer`, for an action of staff. Suspended staff members are rejected, like all suspended members.
 * @param act decides whether a fresh confirmation is required
 * @param memberIds the affected members: their rows are locked in the same order
 * @returns the staff member
 */
export async function lockStaffViewer(
  ctx: Ctx,
  tx: Executor,
  act: StaffAct,
  memberIds: string[] = [],
): Promise<Viewer> {
  const viewer = authorizeAct(ctx, act);
  await lockRows(tx, 'members', [viewer.id, ...memberIds]);
  if ((await requireActiveSession(ctx, tx)) !== 'staff') throw new AppError('staff_only');
  await authorizeRepeated(ctx, tx, act);
  return viewer;
}

/**
 * Like `lockViewer`, but also locks another member's row: what exists between the two, such as a follow or a block,
 * changes in one transaction at a time.
 */
export async function lockViewerAnd(
  ctx: Ctx,
  tx: Executor,
  memberId: string,
  options?: WriteOptions,
): Promise<void> {
  const { id, stewardId = id } = requireViewer(ctx);
  await lockRows(tx, 'members', [...new Set([id, stewardId, memberId])]);
  await requireActiveSession(ctx, tx, options);
}
