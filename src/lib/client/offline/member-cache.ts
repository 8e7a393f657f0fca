const PREFIX = 'member-';

/**
 * The cache of a member's recent pages. A browser has at most one: that of the member who is logged in
 * (docs/decisions/0034-offline-for-members.md).
 */
export const memberCacheName = (accountId: string): string => PREFIX + accountId;

/** @returns the names of all members' caches */
export async function listMemberCaches(): Promise<string[]> {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PREFIX));
}

/** @param isIncluded receives the cache's name */
export async function deleteMemberCaches(isIncluded: (name: string) => boolean): Promise<void> {
  const names = await listMemberCaches();
  await Promise.all(names.filter(isIncluded).map((name) => caches.delete(name)));
}

/**
 * Messages of a page to the service worker: delete the pages of a member (null: of all members), or claim a page that
 * was loading when the worker started.
 */
export type WorkerMessage = { deletePagesOf: string | null } | { claim: true };

/** @returns whether a cache belongs to the member; null matches every member */
export const isCacheOf =
  (accountId: string | null) =>
  (name: string): boolean =>
    accountId === null || name === memberCacheName(accountId);

/**
 * Deletes a member's offline pages, as when a session has ended.
 * @param accountId null for all members
 */
export async function deleteMemberPages(accountId: string | null): Promise<void> {
  if (!('caches' in globalThis)) return;
  // The worker may be about to store a page that was requested before.
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage({ deletePagesOf: accountId } satisfies WorkerMessage);
  await deleteMemberCaches(isCacheOf(accountId));
}
