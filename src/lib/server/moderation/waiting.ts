import { type Ctx, requireStaffViewer } from '#lib/server/context.ts';
import { countReported } from '#lib/server/reports/queries.ts';

import { countReplies } from './decision-queries.ts';
import { countPending } from './pending-queries.ts';

/** How much of each kind waits for staff: reported things, replies, and first posts. */
export async function countWaiting(
  ctx: Ctx,
): Promise<{ reports: number; replies: number; pending: number }> {
  requireStaffViewer(ctx);
  return {
    reports: await countReported(ctx.db),
    replies: await countReplies(ctx.db),
    pending: await countPending(ctx.db),
  };
}
