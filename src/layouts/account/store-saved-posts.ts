import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { memberCacheName } from '#lib/client/offline/member-cache.ts';
import { isDataSaverOn } from '#lib/client/page/data-saver.ts';
import { LOADED_AHEAD } from '#lib/contract/offline.ts';

/** Stores the posts that the page lists for reading offline, where they are not: they may have been saved on another device. */
async function storeSavedPosts(): Promise<void> {
  const cacheName = memberCacheName(getViewerId());
  for (const { href } of document.querySelectorAll<HTMLAnchorElement>('a[data-saved-post]')) {
    const isStored = await caches.match(href, { cacheName, ignoreVary: true });
    // The service worker stores what is fetched.
    if (!isStored) await fetch(href, { headers: LOADED_AHEAD });
  }
}

document.addEventListener('astro:page-load', () => {
  // Without https there is neither.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker?.controller || isDataSaverOn()) return;
  // Without a connection, nothing is lost.
  storeSavedPosts().catch(() => null);
});
