import { OFFLINE_ASSETS_PATH, type OfflineAssets } from '#lib/contract/offline.ts';

import { CACHES } from './cache-names.ts';
import { cacheFile } from './cached-pages.ts';

/**
 * Stores the scripts of members' pages, so that these work offline.
 * @param withDialogs also those of dialogs
 */
export async function cacheMemberScripts(withDialogs: boolean): Promise<void> {
  const response = await fetch(OFFLINE_ASSETS_PATH, { cache: 'no-cache', credentials: 'omit' });
  const { memberFiles, dialogFiles }: OfflineAssets = await response.json();
  const files = await caches.open(CACHES.files);
  // One after another: the page may be loading its images.
  for (const path of withDialogs ? [...memberFiles, ...dialogFiles] : memberFiles)
    await cacheFile(files, path);
}
