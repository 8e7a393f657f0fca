import { getViewerId } from '#lib/client/http/viewer-id.ts';

import { CACHES } from './cache-names.ts';
import { cachePage, isPublicPage } from './cached-pages.ts';
import { withSavedImages } from './saved-pages.ts';

/**
 * Saves a page with its images. It is fetched without cookies, so it shows no member's data.
 * @throws TypeError when a part of it cannot be fetched; then nothing is saved
 */
export async function savePage(path: string, images: string[]): Promise<void> {
  const headers = { accept: 'text/html', 'accept-language': document.documentElement.lang };
  const page = await fetch(path, { credentials: 'omit', headers });
  if (!isPublicPage(page)) throw new TypeError(`${path} cannot be saved.`);
  const files = await caches.open(CACHES.files);
  await files.addAll(images);
  const saved = await withSavedImages(page, images, getViewerId());
  await cachePage(await caches.open(CACHES.saved), path, saved);
}
