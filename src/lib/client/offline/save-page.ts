import { KEPT } from './cache-names.ts';
import { isForEveryone, keepPage } from './cached-pages.ts';

/**
 * Saves a page with its pictures. It is fetched as a guest's, so that nothing of a member is in it.
 * @param path its path
 * @param pictures addresses of its pictures
 * @throws TypeError when something of it does not come; then it is not saved
 */
export async function save(path: string, pictures: string[]): Promise<void> {
  const page = await fetch(path, { credentials: 'omit', headers: { accept: 'text/html' } });
  if (!isForEveryone(page)) throw new TypeError(`${path} is not for everyone.`);
  const files = await caches.open(KEPT.files);
  await files.addAll(pictures);
  await keepPage(KEPT.saved, path, page);
}
