// Whose pages may be stored and shown: those of the member who is signed in, as the responses of the server say
// (docs/decisions/0034-offline-for-members.md).
import {
  deleteMemberCaches,
  isCacheOf,
  memberCacheName,
} from '#lib/client/offline/member-cache.ts';
import { GUEST, VIEWER_HEADER } from '#lib/contract/offline.ts';

// Requests are numbered: a response to an earlier request never overrules a later one of somebody else.
let lastRequest = 0;
let newestKnown = 0;
let newestViewer = GUEST;
let lastDeletion = 0;

/** @returns the number of a request for a page that begins now */
export const numberRequest = (): number => (lastRequest += 1);

/** Whether a response says of the past who is signed in. Pages of one viewer may arrive in any order. */
const isOutdated = (requestNumber: number, viewerId: string): boolean =>
  requestNumber < lastDeletion || (requestNumber < newestKnown && viewerId !== newestViewer);

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
  lastDeletion = numberRequest();
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
  if (!viewerId || isOutdated(requestNumber, viewerId)) return null;
  newestKnown = Math.max(newestKnown, requestNumber);
  newestViewer = viewerId;
  return inOrder(async () => {
    const own = memberCacheName(viewerId);
    await deleteMemberCaches((name) => name !== own);
    // Entries that are put into an open cache after its deletion are never found.
    return viewerId === GUEST || isOutdated(requestNumber, viewerId) ? null : caches.open(own);
  });
}
