import { inLanguage, OFFLINE_PACKS } from '#lib/contract/offline-packs.ts';
import { OFFLINE_ASSETS_PATH, type OfflineAssets } from '#lib/contract/offline.ts';

import { cacheFiles } from './cache-files.ts';
import { CACHES } from './cache-names.ts';

/**
 * Stores the scripts of members' pages, so that the pages work offline.
 * @param withDialogs also stores the scripts of dialogs
 */
export async function cacheMemberScripts(withDialogs: boolean): Promise<void> {
  const { lang } = document.documentElement;
  const list = inLanguage(OFFLINE_ASSETS_PATH, lang);
  const response = await fetch(list, { cache: 'no-cache', credentials: 'omit' });
  const { memberFiles, dialogFiles }: OfflineAssets = await response.json();
  const files = await caches.open(CACHES.files);
  const paths = withDialogs ? [...memberFiles, ...dialogFiles] : memberFiles;
  const pack = withDialogs ? OFFLINE_PACKS.withDialogs : OFFLINE_PACKS.members;
  await cacheFiles(files, paths, inLanguage(pack, lang));
}
