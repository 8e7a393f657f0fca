import type { Ctx } from '#lib/server/platform/context.ts';
import { MEMBER_OFFLINE_CACHE } from '#lib/server/platform/http/offline-header.ts';

import type { CachePolicy } from './page-policy.ts';

/** Lets the page be cached for other guests; a member's page never is. */
export function cachePage(ctx: Ctx, policy: CachePolicy): void {
  ctx.cachePolicy = policy;
}

/**
 * Lets a member's browser store the page for reading offline, for that member alone
 * (docs/decisions/0034-offline-for-members.md).
 * @param response the page's
 */
export function allowOfflineCopy({ viewer }: Ctx, response: { headers: Headers }): void {
  if (!viewer) return;
  for (const [name, value] of Object.entries(MEMBER_OFFLINE_CACHE))
    response.headers.set(name, value);
}
