import { CACHES } from './cache-names.ts';

/** @returns whether this browser can keep anything: an old one, or one without https, cannot */
export const canSavePages = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;

/** @returns whether a page is saved @param path its path */
export const isPageSaved = async (path: string): Promise<boolean> =>
  Boolean(await caches.match(path, { cacheName: CACHES.saved, ignoreVary: true }));

/** Removes a saved page with its pictures; it needs no connection. @param path its path @param pictures their addresses */
export async function removeSavedPage(path: string, pictures: string[]): Promise<void> {
  const [pages, files] = [await caches.open(CACHES.saved), await caches.open(CACHES.files)];
  await pages.delete(path);
  await Promise.all(pictures.map((picture) => files.delete(picture)));
}
