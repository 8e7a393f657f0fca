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
