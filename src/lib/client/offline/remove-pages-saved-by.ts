import { CACHES } from './cache-names.ts';
import { canSavePages, removeSavedPage, SAVED_BY_HEADER, savedImages } from './saved-pages.ts';

/** Removes the pages that a member saved; those of guests and other members stay. */
export async function removePagesSavedBy(accountId: string): Promise<void> {
  if (!canSavePages()) return;
  const pages = await caches.open(CACHES.saved);
  for (const { url } of await pages.keys()) {
    const page = await pages.match(url, { ignoreVary: true });
    if (page?.headers.get(SAVED_BY_HEADER) === accountId)
      await removeSavedPage(url, savedImages(page));
  }
}
