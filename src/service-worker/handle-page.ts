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

// Each page is about 20 KB.
const MAX_VISITED = 40;
// Proxies respond with these when the server is down.
const UNAVAILABLE = new Set([502, 503, 504]);
// From 429 on, errors are unrelated to the page: rate limits and server errors.
const FIRST_TEMPORARY_ERROR = 429;
// After this time without a response, a member gets the cached page.
const SLOW_MS = 6000;
/** Redirects of the server for members, by cache key. */
const REDIRECTS = new Map([
  ['/', EXPLORE_PATH],
  [SHARED_PATH, SHARED_POST_PATH],
]);
// Pages with forms, which are not cached; the cached list has the data of each entry.
const ENTRY = new RegExp(`^(?:${PICKUPS_PATH}|${BOOKINGS_PATH}|${TRIPS_PATH})/([^/]+)$`);

/** Caches a visited page if every guest may see it; otherwise deletes its copy. */
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
 * Caches a page for every guest or for its member, and deletes the pages of other members.
 * @param requestNumber from `numberRequest`, to ignore outdated responses
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

/** The page of shared content only works right after a share, with the query that says so. */
const keyOf = (url: URL): string | null =>
  url.pathname + url.search === SHARED_PATH ? SHARED_PATH : cacheKey(url);

/** The member's cached page or, for a pickup, a redirect to its entry in the cached list, also from an older URL. */
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
  // Firefox resolves a failed preload to an error response; other browsers reject.
  return preloaded && preloaded.type !== 'error' ? preloaded : fetch(request);
}

/** The cached copy of a page that cannot be loaded, or the offline page. */
async function fallback(key: string | null, isNavigation: boolean): Promise<Response | undefined> {
  const copy = key ? await matchPage(key) : undefined;
  // A script that gets an error then navigates to the page.
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

/** Serves a page from the server, or else from the cache. */
export async function handlePage(event: FetchEvent, url: URL): Promise<Response> {
  const key = keyOf(url);
  let isLoading = true;
  const loading = loadPage(event, key).finally(() => (isLoading = false));
  // The new page is cached even when the cached one was shown.
  event.waitUntil(loading.catch(() => undefined));
  const copyWhenSlow = waitForSlow().then(() => (isLoading && key ? matchOwnPage(key) : undefined));
  return (await Promise.race([loading, copyWhenSlow])) ?? loading;
}
