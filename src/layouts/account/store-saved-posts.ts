import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { memberCacheName } from '#lib/client/offline/member-cache.ts';
import { isDataSaverOn } from '#lib/client/page/data-saver.ts';
import { LOADED_AHEAD } from '#lib/contract/offline.ts';

/** Caches the saved posts that the page lists, because they may have been saved on another device. */
async function storeSavedPosts(): Promise<void> {
  const cacheName = memberCacheName(getViewerId());
  for (const { href } of document.querySelectorAll<HTMLAnchorElement>('a[data-saved-post]')) {
    const isStored = await caches.match(href, { cacheName, ignoreVary: true });
    // The service worker caches the response.
    if (!isStored) await fetch(href, { headers: LOADED_AHEAD });
  }
}

document.addEventListener('astro:page-load', () => {
  // Without HTTPS there is no service worker and no cache.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker?.controller || isDataSaverOn()) return;
  // Offline, the next visit caches them.
  storeSavedPosts().catch(() => null);
});
