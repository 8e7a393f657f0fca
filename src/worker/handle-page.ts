import { CACHES, OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
import { matchPage, isPublicPage, cachePage, cacheKey } from '#lib/client/offline/cached-pages.ts';

import type { FetchEvent } from './service-worker-scope.ts';

// Some 20 KB each, and what is older was hardly wanted.
const MAX_VISITED = 40;
// What a proxy says when the site behind it is away.
const UNAVAILABLE = new Set([502, 503, 504]);

/** Keeps a page that was looked at when everybody may see it, and forgets it when it is no such page any more. */
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

/** What is kept for a page that cannot be had: its copy, else the offline page. */
async function fallback(key: string | null, isNavigation: boolean): Promise<Response | undefined> {
  const copy = key ? await matchPage(key) : undefined;
  // Asked for by a script, a page is missing: the script then goes there as a browser does.
  return copy ?? (isNavigation ? matchPage(OFFLINE_PAGE) : undefined);
}

/** Answers a request for a page: from the server, or without it with what is kept. */
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
