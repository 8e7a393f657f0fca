const PREFIX = 'member-';

/**
 * The cache of what a member read lately. A browser has at most one: that of the member who is signed in
 * (docs/decisions/0034-offline-for-members.md).
 */
export const memberCacheName = (accountId: string): string => PREFIX + accountId;

/** @returns the names of such caches */
export async function listMemberCaches(): Promise<string[]> {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PREFIX));
}

/** Deletes the caches of some members. @param isIncluded by the cache's name */
export async function deleteMemberCaches(isIncluded: (name: string) => boolean): Promise<void> {
  const names = await listMemberCaches();
  await Promise.all(names.filter(isIncluded).map((name) => caches.delete(name)));
}

/**
 * What a page has the service worker do: delete the pages of a member (of all members with null), or take over the page, which
 * was on its way when the worker started.
 */
export type WorkerMessage = { deletePagesOf: string | null } | { claim: true };

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
  registration?.active?.postMessage({ deletePagesOf: accountId } satisfies WorkerMessage);
  await deleteMemberCaches(isCacheOf(accountId));
}
