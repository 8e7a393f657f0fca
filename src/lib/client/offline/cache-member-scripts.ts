import { OFFLINE_PACKS } from '#lib/contract/offline-packs.ts';
import { OFFLINE_ASSETS_PATH, type OfflineAssets } from '#lib/contract/offline.ts';

import { cacheFiles } from './cache-files.ts';
import { CACHES } from './cache-names.ts';

/**
 * Stores the scripts of members' pages, so that these work offline.
 * @param withDialogs also those of dialogs
 */
export async function cacheMemberScripts(withDialogs: boolean): Promise<void> {
  const response = await fetch(OFFLINE_ASSETS_PATH, { cache: 'no-cache', credentials: 'omit' });
  const { memberFiles, dialogFiles }: OfflineAssets = await response.json();
  const files = await caches.open(CACHES.files);
  if (withDialogs)
    await cacheFiles(files, [...memberFiles, ...dialogFiles], OFFLINE_PACKS.withDialogs);
  else await cacheFiles(files, memberFiles, OFFLINE_PACKS.members);
}
