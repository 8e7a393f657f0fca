import { SAVED_POST_HEADER } from '#lib/contract/offline.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import {
  everyonesOfflineCache,
  memberOfflineCache,
} from '#lib/server/platform/http/response-headers.ts';

/** The content of a guest page: changes of it invalidate the page. All pages have that of `site`. */
export type PageTag = 'posts' | 'eduhub' | 'policies' | 'season' | 'site';

/** How a guest page may be cached. */
export interface CachePolicy {
  /** at most how long */
  seconds: number;
  /** the content of the page; without tags, it only expires */
  tags: PageTag[];
  /** whether the page reads its query; otherwise all queries share one cached page */
  variesByQuery?: boolean;
}

/** Allows the page to be cached for other guests, see `isShareable`. */
export function cachePage(ctx: Ctx, policy: CachePolicy): void {
  ctx.cachePolicy = policy;
}

/** Whether other guests may get a page: never one of a member, one that sets a cookie, or an error. */
export const isShareable = ({ viewer }: Ctx, { status, headers }: Response): boolean =>
  viewer === null && status === 200 && !headers.has('set-cookie');

/**
 * Allows every browser to store a page that is the same for everyone, also when a member loads it.
 * @param response of the page
 */
export function shareWithEveryone(ctx: Ctx, { headers }: { headers: Headers }): void {
  cachePage(ctx, { seconds: 3600, tags: [] });
  for (const [name, value] of Object.entries(everyonesOfflineCache())) headers.set(name, value);
}

/**
 * Allows a member's browser to store the page for offline reading by that member alone
 * (docs/decisions/0034-offline-for-members.md).
 * @param response of the page
 * @param isSaved whether the member saved its post for later: other pages are evicted first
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
