// Whose pages may be cached and shown: those of the member who is logged in according to the server's responses
// (docs/decisions/0034-offline-for-members.md).
import {
  deleteMemberCaches,
  isCacheOf,
  memberCacheName,
} from '#lib/client/offline/member-cache.ts';
import { GUEST, VIEWER_HEADER } from '#lib/contract/offline.ts';

// Requests are numbered, so that a late response to an earlier request does not restore the previous member.
let lastRequest = 0;
let newestKnown = 0;
let newestViewer = GUEST;
let lastDeletion = 0;

/** Numbers a request for a page that starts now. */
export const numberRequest = (): number => (lastRequest += 1);

/** Whether a response is older than the last change of viewer. Pages of one viewer may arrive in any order. */
const isOutdated = (requestNumber: number, viewerId: string): boolean =>
  requestNumber < lastDeletion || (requestNumber < newestKnown && viewerId !== newestViewer);

let queue: Promise<unknown> = Promise.resolve();

/** Runs work after all earlier work. */
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work);
  queue = done.catch(() => null);
  return done;
}

/**
 * Deletes the cached pages of a member; responses to earlier requests do not restore them.
 * @param accountId null for every member
 */
export function deletePagesOf(accountId: string | null): Promise<void> {
  lastDeletion = numberRequest();
  return inOrder(() => deleteMemberCaches(isCacheOf(accountId)));
}

/**
 * Deletes the cached pages of all members except the viewer of a page.
 * @param requestNumber from `numberRequest`
 * @returns the viewer's cache; null for a guest and for an outdated response
 */
export async function openViewerCache(
  { headers }: Response,
  requestNumber: number,
): Promise<Cache | null> {
  const viewerId = headers.get(VIEWER_HEADER);
  if (!viewerId || isOutdated(requestNumber, viewerId)) return null;
  newestKnown = Math.max(newestKnown, requestNumber);
  newestViewer = viewerId;
  return inOrder(async () => {
    const own = memberCacheName(viewerId);
    await deleteMemberCaches((name) => name !== own);
    // Entries put into an open cache after its deletion are never found.
    return viewerId === GUEST || isOutdated(requestNumber, viewerId) ? null : caches.open(own);
  });
}
