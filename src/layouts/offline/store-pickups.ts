import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { memberCacheName } from '#lib/client/offline/member-cache.ts';
import { isDataSaverOn } from '#lib/client/page/data-saver.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import { newestNotifications } from '#lib/client/stores/newest-notifications.ts';
import { LOADED_AHEAD, STORED_COPY_HEADER } from '#lib/contract/offline.ts';
import { PICKUPS_PATH } from '#lib/contract/paths.ts';

// Without HTTPS there is no service worker.
const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
const stored = new Set<string>();

const hasCopy = async (): Promise<boolean> =>
  (await caches.match(PICKUPS_PATH, {
    cacheName: memberCacheName(getViewerId()),
    ignoreVary: true,
  })) !== undefined;

/** Lets the service worker fetch and cache the page of pickups. @returns whether it was cached */
async function load(): Promise<boolean> {
  const { ok, headers } = await fetch(PICKUPS_PATH, {
    headers: { accept: 'text/html', ...LOADED_AHEAD },
  });
  return ok && !headers.has(STORED_COPY_HEADER);
}

/**
 * Caches the page of pickups once for each version. Without agreed pickups or with the data saver, it only renews an
 * existing copy, which may still show the phone number of someone who called off.
 * @param version empty without agreed pickups
 */
async function storePickups(version: string): Promise<void> {
  if (stored.has(version) || !serviceWorker?.controller) return;
  // Pickups agreed since then may be called off too.
  stored.delete('');
  stored.add(version);
  try {
    const isWanted = (version !== '' && !isDataSaverOn()) || (await hasCopy());
    if (isWanted && (await load())) return;
  } catch {
    // Offline, or the server has no page.
  }
  stored.delete(version);
}

function storeShown(): void {
  const { pickups } = document.querySelector<HTMLElement>('[data-pickups]')?.dataset ?? {};
  if (pickups !== undefined) void storePickups(pickups);
}

onPageLoad(storeShown);
// On a first visit, the page loads before its worker.
serviceWorker?.addEventListener('controllerchange', storeShown);
// The other member may agree while the page is open.
newestNotifications.subscribe((page) => {
  const news = page?.notifications.find(({ kind, is_read }) => kind === 'pickup' && !is_read);
  if (news) void storePickups(news.id);
});
