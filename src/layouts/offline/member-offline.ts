import { isNavigating } from '#islands/ui/is-navigating.ts';
import { hasUnsavedInput, untilActionsEnd } from '#lib/client/drafts/unsaved-input.ts';
import { isDataSaverOn } from '#lib/client/page/data-saver.ts';
import { untilQuiet } from '#lib/client/page/until-quiet.ts';

/**
 * Caches the scripts once a service worker controls the page and nothing else uses the network
 * (docs/decisions/0034-offline-for-members.md).
 */
async function cacheScripts(): Promise<void> {
  // Without HTTPS there is no `serviceWorker`.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker) return;
  await serviceWorker.ready;
  await untilQuiet();
  const { cacheMemberScripts } = await import('#lib/client/offline/cache-member-scripts.ts');
  await cacheMemberScripts(!isDataSaverOn());
}

void cacheScripts().catch(() => null);

async function reloadStoredPage(): Promise<void> {
  await untilActionsEnd();
  const isStored = document.querySelector('[data-offline-notice]');
  if (isStored && !hasUnsavedInput() && !isNavigating()) location.reload();
}

addEventListener('online', () => void reloadStoredPage());
// The connection may have returned before this script ran.
if (navigator.onLine && document.querySelector('[data-offline-notice=connection]'))
  void reloadStoredPage();
