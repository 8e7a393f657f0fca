import { CACHES, OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
import { matchPage, isPublicPage, cachePage, cacheKey } from '#lib/client/offline/cached-pages.ts';

import type { FetchEvent } from './service-worker-scope.ts';

// Some 20 KB each.
const MAX_VISITED = 40;
// The responses of a proxy when the server is down.
const UNAVAILABLE = new Set([502, 503, 504]);

/** Stores a visited page that every guest may see; deletes the copy of any other. */
export async function cacheVisitedPage(key: string, page: Response): Promise<void> {
  const visited = await caches.open(CACHES.visited);
  if (!isPublicPage(page)) {
    await visited.delete(key);
    return;
  }
  await cachePage(CACHES.visited, key, page);
  const keys = await visited.keys();
  await Promise.all(keys.slice(0, -MAX_VISITED).map((each) => visited.delete(each)));
}

async function fetchPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

/** @returns the stored copy of a page that cannot be loaded, else the offline page */
async function fallback(key: string | null, isNavigation: boolean): Promise<Response | undefined> {
  const copy = key ? await matchPage(key) : undefined;
  // A script that gets an error navigates to the page.
  return copy ?? (isNavigation ? matchPage(OFFLINE_PAGE) : undefined);
}

/** Responds to a request for a page: from the server, else from the cache. */
export async function handlePage(event: FetchEvent, url: URL): Promise<Response> {
  const key = cacheKey(url);
  const isNavigation = event.request.mode === 'navigate';
  try {
    const page = await fetchPage(event);
    if (UNAVAILABLE.has(page.status)) return (key && (await matchPage(key))) || page;
    if (key) event.waitUntil(cacheVisitedPage(key, page.clone()).catch(() => undefined));
    return page;
  } catch (error) {
    const copy = await fallback(key, isNavigation);
    if (copy) return copy;
    throw error;
  }
}
