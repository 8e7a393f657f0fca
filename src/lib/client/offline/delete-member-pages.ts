import { deleteMemberCaches, memberCacheName } from './member-cache.ts';

/** What the service worker is sent: whose pages to delete, null for every member's. */
export interface DeletePagesMessage {
  deletePagesOf: string | null;
}

/** @returns whether a cache is the member's; null means every member */
export const isCacheOf =
  (accountId: string | null) =>
  (name: string): boolean =>
    accountId === null || name === memberCacheName(accountId);

/**
 * Deletes what was stored for reading offline, as when a session has ended.
 * @param accountId whose; null for every member's
 */
export async function deleteMemberPages(accountId: string | null): Promise<void> {
  if (!('caches' in globalThis)) return;
  // The worker may be about to store a page that was requested before.
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage({ deletePagesOf: accountId } satisfies DeletePagesMessage);
  await deleteMemberCaches(isCacheOf(accountId));
}
