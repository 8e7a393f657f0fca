import { KEPT, OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
import { findPage, isForEveryone, keepPage, keyOf } from '#lib/client/offline/cached-pages.ts';

import type { FetchEvent } from './service-worker-scope.ts';

// Some 20 KB each, and what is older was hardly wanted.
const MAX_VISITED = 40;
// What a proxy says when the site behind it is away.
const AWAY = new Set([502, 503, 504]);

/** Keeps a page that was looked at when everybody may see it, and forgets it when it is no such page any more. */
export async function keepVisited(key: string, page: Response): Promise<void> {
  const visited = await caches.open(KEPT.visited);
  if (!isForEveryone(page)) {
    await visited.delete(key);
    return;
  }
  await keepPage(KEPT.visited, key, page);
  const keys = await visited.keys();
  await Promise.all(keys.slice(0, -MAX_VISITED).map((each) => visited.delete(each)));
}

async function ask({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

/** What is kept for a page that cannot be had: its copy, else the offline page. */
async function standIn(key: string | null, isNavigation: boolean): Promise<Response | undefined> {
  const copy = key ? await findPage(key) : undefined;
  // Asked for by a script, a page is missing: the script then goes there as a browser does.
  return copy ?? (isNavigation ? findPage(OFFLINE_PAGE) : undefined);
}

/** Answers a request for a page: from the server, or without it with what is kept. */
export async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const key = keyOf(url);
  const isNavigation = event.request.mode === 'navigate';
  try {
    const page = await ask(event);
    if (AWAY.has(page.status)) return (key && (await findPage(key))) || page;
    if (key) event.waitUntil(keepVisited(key, page.clone()).catch(() => undefined));
    return page;
  } catch (error) {
    const copy = await standIn(key, isNavigation);
    if (copy) return copy;
    throw error;
  }
}
