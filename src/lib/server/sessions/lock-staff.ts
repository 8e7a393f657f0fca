import { type Ctx, requireStaffViewer, type Viewer } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';

import { lockViewer } from './lock-viewer.ts';

/**
 * As `lockViewer`, for what staff alone may do.
 * @returns the member of staff
 * @throws AppError unauthenticated, staff_only
 */
export async function lockStaffViewer(ctx: Ctx, tx: Executor): Promise<Viewer> {
  const viewer = requireStaffViewer(ctx);
  await lockViewer(ctx, tx);
  return viewer;
}
