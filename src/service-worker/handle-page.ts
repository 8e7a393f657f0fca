import { CACHES, OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
import { cacheKey, cachePage, isPublicPage } from '#lib/client/offline/cached-pages.ts';
import {
  cacheMemberPage,
  deleteMemberPage,
  matchMemberPage,
} from '#lib/client/offline/member-pages.ts';
import {
  BOOKINGS_PATH,
  EXPLORE_PATH,
  PICKUPS_PATH,
  SHARED_PATH,
  SHARED_POST_PATH,
  TRIPS_PATH,
} from '#lib/contract/paths.ts';

import type { FetchEvent } from './service-worker-scope.ts';
import { numberRequest, openViewerCache } from './viewer.ts';

// Some 20 KB each.
const MAX_VISITED = 40;
// The responses of a proxy when the server is down.
const UNAVAILABLE = new Set([502, 503, 504]);
// Too many requests, and server errors: they are unrelated to the page.
const FIRST_TEMPORARY_ERROR = 429;
// Without a response for so long, a member gets the stored page.
const SLOW_MS = 6000;
/** Where the server leads members, by the key of the page. */
const REDIRECTS = new Map([
  ['/', EXPLORE_PATH],
  [SHARED_PATH, SHARED_POST_PATH],
]);
// Their pages have forms, which are not stored; the list has what is agreed of each.
const ENTRY = new RegExp(`^(?:${PICKUPS_PATH}|${BOOKINGS_PATH}|${TRIPS_PATH})/([^/]+)$`);

/** Stores a visited page that every guest may see; deletes the copy of any other. */
async function cacheVisitedPage(key: string, page: Response): Promise<void> {
  const visited = await caches.open(CACHES.visited);
  if (!isPublicPage(page)) {
    await visited.delete(key);
    return;
  }
  await cachePage(visited, key, page);
  const keys = await visited.keys();
  await Promise.all(keys.slice(0, -MAX_VISITED).map((each) => visited.delete(each)));
}

/**
 * Stores a page that was loaded, for every guest or for its member, and deletes those of other members.
 * @param requestNumber when it was requested
 */
export async function cacheLoadedPage(
  key: string | null,
  page: Response,
  requestNumber: number,
): Promise<void> {
  const own = await openViewerCache(page, requestNumber);
  if (!key || page.status >= FIRST_TEMPORARY_ERROR) return;
  if (own) await cacheMemberPage(own, key, page.clone());
  if (page.type === 'opaqueredirect') await deleteMemberPage(key);
  await cacheVisitedPage(key, page);
}

/** Only what was stored leads on: without that, the new post would be empty. */
const keyOf = (url: URL): string | null =>
  url.pathname + url.search === SHARED_PATH ? SHARED_PATH : cacheKey(url);

/** @returns the stored page of the member, or the way to it; for a pickup, also by an older address, to its entry in the stored list */
async function matchOwnPage(key: string): Promise<Response | undefined> {
  const leadsTo = REDIRECTS.get(key);
  if (leadsTo && (await matchMemberPage(EXPLORE_PATH))) return Response.redirect(leadsTo);
  const [, id] = ENTRY.exec(key) ?? [];
  if (id && (await matchMemberPage(PICKUPS_PATH)))
    return Response.redirect(`${PICKUPS_PATH}#${id}`);
  return matchMemberPage(key);
}

async function matchPage(key: string): Promise<Response | undefined> {
  const options = { ignoreVary: true };
  return (
    (await matchOwnPage(key)) ??
    (await caches.match(key, { cacheName: CACHES.visited, ...options })) ??
    (await caches.match(key, { cacheName: CACHES.saved, ...options })) ??
    caches.match(key, { cacheName: CACHES.shell, ...options })
  );
}

async function fetchPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded = await preloadResponse;
  // Firefox resolves a failed preload, to an error; other browsers reject it.
  return preloaded && preloaded.type !== 'error' ? preloaded : fetch(request);
}

/** @returns the stored copy of a page that cannot be loaded, else the offline page */
async function fallback(key: string | null, isNavigation: boolean): Promise<Response | undefined> {
  const copy = key ? await matchPage(key) : undefined;
  // A script that gets an error navigates to the page.
  return copy ?? (isNavigation ? matchPage(OFFLINE_PAGE) : undefined);
}

async function loadPage(event: FetchEvent, key: string | null): Promise<Response> {
  const requestNumber = numberRequest();
  try {
    const page = await fetchPage(event);
    if (UNAVAILABLE.has(page.status)) return (key && (await matchPage(key))) || page;
    event.waitUntil(cacheLoadedPage(key, page.clone(), requestNumber).catch(() => undefined));
    return page;
  } catch (error) {
    const copy = await fallback(key, event.request.mode === 'navigate');
    if (copy) return copy;
    throw error;
  }
}

const waitForSlow = () => new Promise((resolve) => setTimeout(resolve, SLOW_MS));

/** Responds to a request for a page: from the server, else from the cache. */
export async function handlePage(event: FetchEvent, url: URL): Promise<Response> {
  const key = keyOf(url);
  let isLoading = true;
  const loading = loadPage(event, key).finally(() => (isLoading = false));
  // Also when the stored page is shown, the new one is stored.
  event.waitUntil(loading.catch(() => undefined));
  const copyWhenSlow = waitForSlow().then(() => (isLoading && key ? matchOwnPage(key) : undefined));
  return (await Promise.race([loading, copyWhenSlow])) ?? loading;
}
