import { inLanguage, OFFLINE_PACKS } from '#lib/contract/offline-packs.ts';
import {
  MEMBER_OFFLINE_HEADER,
  OFFLINE_ASSETS_PATH,
  OFFLINE_HEADER,
  type OfflineAssets,
} from '#lib/contract/offline.ts';
import { SOURCE } from '#lib/messages/codes.ts';

import { cacheFiles } from './cache-files.ts';
import { CACHES, OFFLINE_PAGE } from './cache-names.ts';

// Pages specific to one request: search results, a filtered list, one post, the result of a form.
const UNCACHED_PARAMETERS = ['search', 'state', 'post', 'done'];

/** @returns the cache key of a page, without the parameters of shared links; null for a page that is not stored */
export function cacheKey({ pathname, searchParams }: URL): string | null {
  if (UNCACHED_PARAMETERS.some((name) => searchParams.has(name))) return null;
  const cursor = searchParams.get('cursor');
  return cursor ? `${pathname}?cursor=${encodeURIComponent(cursor)}` : pathname;
}

/** @returns whether the server allows storing this page because it shows no member's data */
export const isPublicPage = ({ status, redirected, headers }: Response): boolean =>
  status === 200 && !redirected && headers.has(OFFLINE_HEADER);

/** @returns the build that rendered a page */
const buildOf = ({ headers }: Response): string =>
  headers.get(OFFLINE_HEADER) ?? headers.get(MEMBER_OFFLINE_HEADER) ?? '';

export const pageLanguage = ({ headers }: Response): string =>
  headers.get('content-language') ?? SOURCE;

const assetsPath = (page: Response): string => inLanguage(OFFLINE_ASSETS_PATH, pageLanguage(page));

const assetsKey = (page: Response): string =>
  `${assetsPath(page)}?build=${encodeURIComponent(buildOf(page))}`;

/** @returns the cached files that a stored page needs: those of its build, and their list */
export async function listAssets(files: Cache, page: Response): Promise<string[]> {
  const key = assetsKey(page);
  const list = await files.match(key);
  const assets: OfflineAssets | undefined = await list?.json();
  const { files: own = [], memberFiles = [], dialogFiles = [] } = assets ?? {};
  const isMembers = page.headers.has(MEMBER_OFFLINE_HEADER);
  return [key, ...own, ...(isMembers ? [...memberFiles, ...dialogFiles] : [])];
}

/**
 * Fetches the list of the files of a page's build.
 * @throws TypeError when the server has a newer build: the next visit stores the page
 */
async function fetchAssets(page: Response): Promise<Response> {
  const response = await fetch(assetsPath(page), { cache: 'no-cache', credentials: 'omit' });
  const { build }: OfflineAssets = await response.clone().json();
  if (build !== buildOf(page)) throw new TypeError('The site has another build.');
  return response;
}

async function cacheAssets(page: Response): Promise<void> {
  const files = await caches.open(CACHES.files);
  const key = assetsKey(page);
  const list = (await files.match(key)) ?? (await fetchAssets(page));
  const { files: paths }: OfflineAssets = await list.clone().json();
  await cacheFiles(files, paths, inLanguage(OFFLINE_PACKS.everyone, pageLanguage(page)));
  await files.put(key, list);
}

/**
 * Stores a page with the files of its build, so that it stays complete after the next build.
 * @param pages one of `CACHES`
 * @throws TypeError when the page or one of its files cannot be fetched; an earlier copy then stays
 */
export async function cachePage(pages: Cache, key: string, page: Response): Promise<void> {
  await cacheAssets(page);
  // Read to the end first: a connection that breaks midway would otherwise delete the earlier copy.
  const whole = new Response(await page.blob(), { headers: page.headers });
  // The oldest keys are evicted first, and WebKit does not move a replaced key. The offline page is never
  // evicted.
  if (key !== OFFLINE_PAGE) await pages.delete(key);
  await pages.put(key, whole);
}
