// Who is there: what every act that writes looks at again in its transaction.
import type { Role } from '#lib/contract/people/members.ts';
import {
  type Ctx,
  requireSessionId,
  requireViewer,
  type Viewer,
} from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';
import { AppError, unauthenticated } from '#lib/server/platform/errors.ts';
import { formatDay } from '#lib/server/platform/format-day.ts';
import { regionDay } from '#lib/site.ts';

import { findActiveSession, findActiveToken, findPerson } from './queries.ts';
import { authorizeAct, authorizeRepeated, type StaffAct } from './staff-acts.ts';

/** What a transaction declares about the viewer. */
export interface WriteOptions {
  /** for settings, what protects, and what others wait for: a suspended member may do it */
  allowsSuspended?: boolean;
}

/** @returns the viewer's role and the end of their suspension, if their session, or the token in place of it, still works */
async function findActive(ctx: Ctx, tx: Executor) {
  const { token } = requireViewer(ctx);
  const now = ctx.now();
  return token
    ? findActiveToken(tx, token.id, { now, today: regionDay(now) })
    : findActiveSession(tx, requireSessionId(ctx), now);
}

/**
 * Looks again whether the viewer is signed in (or their token still works), enabled and not suspended, in the transaction that writes: minutes may
 * have passed since the request began (ASVS 7.4.1).
 * @returns the viewer's role as it is now
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
 * Looks again whether who acts in the place of a person still looks after them.
 * @returns the end of the person's suspension
 */
async function requireStewardship(ctx: Ctx, tx: Executor): Promise<number | null> {
  const { id, stewardId } = requireViewer(ctx);
  if (stewardId === undefined) return null;
  const person = await findPerson(tx, stewardId, id, ctx.now());
  if (!person) throw new AppError('not_looked_after');
  return person.suspended_until;
}

/** As `requireActiveSession`, and locks the viewer's row, so that a concurrent disable waits for this transaction. */
export async function lockViewer(ctx: Ctx, tx: Executor, options?: WriteOptions): Promise<void> {
  const { id, stewardId = id } = requireViewer(ctx);
  await lockRows(tx, 'members', [...new Set([id, stewardId])]);
  await requireActiveSession(ctx, tx, options);
}

/**
 * As `lockViewer`, for an act of staff. One of staff who is suspended may not act, as no suspended member may write.
 * @param act decides whether it needs a fresh confirmation
 * @param memberIds whom the act changes: their rows are locked, too, all in one order
 * @returns the member of staff
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
 * As `lockViewer`, and locks another member's row: what is between the two, such as a follow or a block, changes in one
 * transaction at a time.
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
