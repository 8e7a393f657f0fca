import { CACHES } from './cache-names.ts';
import { isPublicPage, cachePage } from './cached-pages.ts';

/**
 * Saves a page with its pictures. It is fetched as a guest's, so that nothing of a member is in it.
 * @param path its path
 * @param images addresses of its pictures
 * @throws TypeError when something of it does not come; then it is not saved
 */
export async function savePage(path: string, images: string[]): Promise<void> {
  const page = await fetch(path, { credentials: 'omit', headers: { accept: 'text/html' } });
  if (!isPublicPage(page)) throw new TypeError(`${path} is not for everyone.`);
  const files = await caches.open(CACHES.files);
  await files.addAll(images);
  await cachePage(CACHES.saved, path, page);
}
