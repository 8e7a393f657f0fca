import { OFFLINE_ASSETS_PATH, OFFLINE_HEADER, type OfflineAssets } from '#lib/contract/offline.ts';

import { CACHES } from './cache-names.ts';

/** @returns the key a page is stored under, without the parameters of shared links; null for a search */
export function cacheKey({ pathname, searchParams }: URL): string | null {
  if (searchParams.has('search')) return null;
  const cursor = searchParams.get('cursor');
  return cursor ? `${pathname}?cursor=${encodeURIComponent(cursor)}` : pathname;
}

/** @returns whether the server allows to store this page: it shows nothing of a member */
export const isPublicPage = ({ status, redirected, headers }: Response): boolean =>
  status === 200 && !redirected && headers.has(OFFLINE_HEADER);

const assetsKey = (page: Response): string =>
  `${OFFLINE_ASSETS_PATH}?build=${encodeURIComponent(page.headers.get(OFFLINE_HEADER) ?? '')}`;

/** @returns the stored files that a stored page needs: those of its build, and their list */
export async function listAssets(files: Cache, page: Response): Promise<string[]> {
  const key = assetsKey(page);
  const list = await files.match(key);
  const assets: OfflineAssets | undefined = await list?.json();
  return [key, ...(assets?.files ?? [])];
}

/** Fetches a file that is not stored yet. */
async function cacheFile(files: Cache, path: string): Promise<void> {
  if (!(await files.match(path))) await files.add(path);
}

/**
 * Fetches the list of the files of a page's build.
 * @throws TypeError when the server has another build by now: the next visit stores the page
 */
async function fetchAssets(page: Response): Promise<Response> {
  const response = await fetch(OFFLINE_ASSETS_PATH, { cache: 'no-cache', credentials: 'omit' });
  const { build }: OfflineAssets = await response.clone().json();
  if (build !== page.headers.get(OFFLINE_HEADER))
    throw new TypeError('The site has another build.');
  return response;
}

async function cacheAssets(page: Response): Promise<void> {
  const files = await caches.open(CACHES.files);
  const key = assetsKey(page);
  const list = (await files.match(key)) ?? (await fetchAssets(page));
  const { files: paths }: OfflineAssets = await list.clone().json();
  await Promise.all(paths.map((path) => cacheFile(files, path)));
  await files.put(key, list);
}

/**
 * Stores a page with the files of its build, so that it is complete after the next build, too.
 * @param name the cache, see `CACHES`
 * @param key see `cacheKey`
 * @throws TypeError when one of the files cannot be fetched; then the page is not stored
 */
export async function cachePage(name: string, key: string, page: Response): Promise<void> {
  await cacheAssets(page);
  const pages = await caches.open(name);
  // The oldest key is the first to go, and in WebKit a replaced key stays where it was. The offline page never goes.
  if (name !== CACHES.shell) await pages.delete(key);
  await pages.put(key, page);
}

/** @returns a stored page, the newest there is */
export async function matchPage(key: string): Promise<Response | undefined> {
  const options = { ignoreVary: true };
  return (
    (await caches.match(key, { cacheName: CACHES.visited, ...options })) ??
    (await caches.match(key, { cacheName: CACHES.saved, ...options })) ??
    caches.match(key, { cacheName: CACHES.shell, ...options })
  );
}
