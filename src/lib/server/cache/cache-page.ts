import type { Ctx } from '#lib/server/context.ts';

import type { CachePolicy } from './page-policy.ts';

/** Lets the page be cached for other guests; a member's page never is. */
export function cachePage(ctx: Ctx, policy: CachePolicy): void {
  ctx.cachePolicy = policy;
}
