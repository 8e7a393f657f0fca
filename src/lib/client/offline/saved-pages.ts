import { CACHES } from './cache-names.ts';

const IMAGES_HEADER = 'offline-images';
/** Names the member who saved a page. */
export const SAVED_BY_HEADER = 'offline-saved-by';

/** @returns false in old browsers, and without https */
export const canSavePages = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;

export const isPageSaved = async (path: string): Promise<boolean> =>
  Boolean(await caches.match(path, { cacheName: CACHES.saved, ignoreVary: true }));

/**
 * @param accountId the member who saves the page; empty for a guest
 * @returns the page with headers that name the member and the images saved with it
 */
export async function withSavedImages(
  page: Response,
  images: string[],
  accountId: string,
): Promise<Response> {
  const headers = new Headers(page.headers);
  headers.set(IMAGES_HEADER, images.join(' '));
  headers.set(SAVED_BY_HEADER, accountId);
  return new Response(await page.blob(), { headers });
}

/** @returns the images that were saved with a page */
export const savedImages = ({ headers }: Response): string[] =>
  headers.get(IMAGES_HEADER)?.split(' ').filter(Boolean) ?? [];

/** Removes a saved page with its images; works offline. */
export async function removeSavedPage(path: string, images: string[]): Promise<void> {
  const [pages, files] = [await caches.open(CACHES.saved), await caches.open(CACHES.files)];
  await pages.delete(path);
  await Promise.all(images.map((image) => files.delete(image)));
}
