import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { lockRows } from '#lib/server/db/lock-rows.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { unauthenticated } from '#lib/server/errors.ts';

import { isActiveSession } from './queries.ts';

/**
 * Looks again whether the viewer is signed in and enabled, in the transaction that writes: minutes may have passed since
 * the request began (ASVS 7.4.1).
 * @throws AppError unauthenticated
 */
export async function requireActiveSession(ctx: Ctx, tx: Executor): Promise<void> {
  if (!(await isActiveSession(tx, requireViewer(ctx).sessionId))) throw unauthenticated();
}

/** As `requireActiveSession`, and locks the viewer's row, so that a concurrent disable waits for this transaction. */
export async function lockViewer(ctx: Ctx, tx: Executor): Promise<void> {
  await lockRows(tx, 'members', [requireViewer(ctx).id]);
  await requireActiveSession(ctx, tx);
}
