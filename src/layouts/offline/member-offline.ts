import { isNavigating } from '#islands/ui/is-navigating.ts';
import { hasUnsavedInput } from '#lib/client/drafts/unsaved-input.ts';

const isDataSaverOn = () => Boolean(document.querySelector('[data-saver][aria-pressed=true]'));

/** Stores the scripts once a service worker can use them (docs/decisions/0020-data-saver.md). */
async function cacheScripts(): Promise<void> {
  // Without https there is no `serviceWorker`.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker) return;
  await serviceWorker.ready;
  const { cacheMemberScripts } = await import('#lib/client/offline/cache-member-scripts.ts');
  await cacheMemberScripts(!isDataSaverOn());
}

const start = () => void cacheScripts().catch(() => null);
if (document.readyState === 'complete') start();
else addEventListener('load', start, { once: true });

function reloadStoredPage(): void {
  const isStored = document.querySelector('[data-offline-notice]');
  if (isStored && !hasUnsavedInput() && !isNavigating()) location.reload();
}

addEventListener('online', reloadStoredPage);
// The connection may have returned before this script ran.
if (navigator.onLine && document.querySelector('[data-offline-notice=connection]'))
  reloadStoredPage();
