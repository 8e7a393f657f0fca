import { SAVED_POST_HEADER } from '#lib/contract/offline.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { memberOfflineCache } from '#lib/server/platform/http/response-headers.ts';

/** What a guest page shows: a change of it invalidates the page. */
export type PageTag = 'posts' | 'eduhub' | 'policies' | 'season';

/** How a guest page may be cached. */
export interface CachePolicy {
  /** at most how long */
  seconds: number;
  /** what the page shows; a page without tags only expires */
  tags: PageTag[];
  /** whether the page reads its query; any other page is the same page with every query */
  variesByQuery?: boolean;
}

/** Lets the page be cached for other guests; a member's page never is. */
export function cachePage(ctx: Ctx, policy: CachePolicy): void {
  ctx.cachePolicy = policy;
}

/**
 * Lets a member's browser store the page for reading offline, for that member alone
 * (docs/decisions/0034-offline-for-members.md).
 * @param response the page's
 * @param isSaved whether they saved for later what it shows: other pages go first
 */
export function allowOfflineCopy(
  { viewer }: Ctx,
  { headers }: { headers: Headers },
  { isSaved = false } = {},
): void {
  if (!viewer) return;
  for (const [name, value] of Object.entries(memberOfflineCache())) headers.set(name, value);
  if (isSaved) headers.set(SAVED_POST_HEADER, '1');
}
