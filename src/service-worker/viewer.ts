// Whose pages may be stored and shown: those of the member who is signed in, as the responses of the server say
// (docs/decisions/0034-offline-for-members.md).
import { isCacheOf } from '#lib/client/offline/delete-member-pages.ts';
import { deleteMemberCaches, memberCacheName } from '#lib/client/offline/member-cache.ts';
import { GUEST, VIEWER_HEADER } from '#lib/contract/offline.ts';

// Requests are numbered: a response to an earlier request never overrules a later one.
let lastRequest = 0;
let newestKnown = 0;

/** @returns the number of a request for a page that begins now */
export const numberRequest = (): number => (lastRequest += 1);

let queue: Promise<unknown> = Promise.resolve();

/** Runs work when the work before it is done. */
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work);
  queue = done.catch(() => null);
  return done;
}

/**
 * Deletes the stored pages of a member. Responses to earlier requests do not bring them back.
 * @param accountId null for every member
 */
export function deletePagesOf(accountId: string | null): Promise<void> {
  newestKnown = numberRequest();
  return inOrder(() => deleteMemberCaches(isCacheOf(accountId)));
}

/**
 * Deletes the stored pages of all members but the one a page was rendered for.
 * @param requestNumber when it was requested
 * @returns the cache of that member, null for a guest and for a response that is out of date
 */
export async function openViewerCache(
  { headers }: Response,
  requestNumber: number,
): Promise<Cache | null> {
  const viewerId = headers.get(VIEWER_HEADER);
  if (!viewerId || requestNumber < newestKnown) return null;
  newestKnown = requestNumber;
  return inOrder(async () => {
    const own = memberCacheName(viewerId);
    await deleteMemberCaches((name) => name !== own);
    // Entries that are put into an open cache after its deletion are never found.
    return viewerId === GUEST || requestNumber < newestKnown ? null : caches.open(own);
  });
}
