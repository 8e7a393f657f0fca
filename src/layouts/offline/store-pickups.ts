import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { memberCacheName } from '#lib/client/offline/member-cache.ts';
import { isDataSaverOn } from '#lib/client/page/data-saver.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import { newestNotifications } from '#lib/client/stores/navbar.ts';
import { LOADED_AHEAD, STORED_COPY_HEADER } from '#lib/contract/offline.ts';
import { PICKUPS_PATH } from '#lib/contract/paths.ts';

// Without https there is none.
const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
const stored = new Set<string>();

const hasCopy = async (): Promise<boolean> =>
  (await caches.match(PICKUPS_PATH, {
    cacheName: memberCacheName(getViewerId()),
    ignoreVary: true,
  })) !== undefined;

/** Has the worker load the page of pickups: it stores what it loads. @returns whether it did */
async function load(): Promise<boolean> {
  const { ok, headers } = await fetch(PICKUPS_PATH, {
    headers: { accept: 'text/html', ...LOADED_AHEAD },
  });
  return ok && !headers.has(STORED_COPY_HEADER);
}

/**
 * Has the page of pickups stored once for each state of them. Where nothing is agreed, or the data
 * saver is on, a stored copy is renewed at most: it may show the phone number of who called it off.
 * @param version empty where nothing is agreed
 */
async function storePickups(version: string): Promise<void> {
  if (stored.has(version) || !serviceWorker?.controller) return;
  // What was agreed since may be called off, too.
  stored.delete('');
  stored.add(version);
  try {
    const isWanted = (version !== '' && !isDataSaverOn()) || (await hasCopy());
    if (isWanted && (await load())) return;
  } catch {
    // Without a connection, as when the server has no page.
  }
  stored.delete(version);
}

function storeShown(): void {
  const { pickups } = document.querySelector<HTMLElement>('[data-pickups]')?.dataset ?? {};
  if (pickups !== undefined) void storePickups(pickups);
}

onPageLoad(storeShown);
// The first page is there before its worker.
serviceWorker?.addEventListener('controllerchange', storeShown);
// The other may agree while the page is open.
newestNotifications.subscribe((page) => {
  const news = page?.notifications.find(({ kind, is_read }) => kind === 'pickup' && !is_read);
  if (news) void storePickups(news.id);
});
