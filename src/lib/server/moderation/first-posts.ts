import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';

import { countPublished } from './pending-queries.ts';

/** Whether the viewer's next post awaits review by staff: the first ones of a member do, when the operator says so. */
export async function isFirstPostPending(ctx: Ctx, tx: Executor): Promise<boolean> {
  const { pendingFirstPosts } = ctx.config;
  if (pendingFirstPosts === 0) return false;
  const published = await countPublished(tx, requireViewer(ctx).id);
  return published !== null && published < pendingFirstPosts;
}
