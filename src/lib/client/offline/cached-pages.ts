import { CACHES } from './cache-names.ts';

// What every guest may read; the rest of the site is for members, or of no use without a connection.
const PUBLIC =
  /^\/(about|eduhub(\/[\w-]+)?|forums\/explore|legal-agreements\/[\w-]+|offline|thank-you)?$/;

/** @returns the name a page is kept under, whatever a shared link has hung on it; null when it is none to keep */
export function cacheKey({ pathname, searchParams }: URL): string | null {
  if (!PUBLIC.test(pathname) || searchParams.has('search')) return null;
  const cursor = searchParams.get('cursor');
  return cursor ? `${pathname}?cursor=${encodeURIComponent(cursor)}` : pathname;
}

/**
 * Whether an answer is a page that any guest is given: the server says so of guests' pages (`no-cache`) and of built
 * ones (`public`). A member's page is `no-store`.
 */
export function isPublicPage({ status, redirected, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  const freshness = headers.get('cache-control') ?? '';
  return status === 200 && !redirected && isPage && /^(no-cache$|public\b)/.test(freshness);
}

// Pages and styles name a built file by its address; a script names its neighbours, and those that can wait until
// they are wanted by other means.
const PART = /\/_astro\/[\w.~-]+\.(?:css|js|woff2|svg)/g;
const IMPORT = /(?:import|from)\s*"\.\/([\w.~-]+\.js)"/g;

/** @returns the built files that another, or a page, cannot do without @param address its own @param text what it says */
export const dependenciesOf = (address: string, text: string): string[] =>
  address.endsWith('.js')
    ? [...text.matchAll(IMPORT)].map(([, name]) => `/_astro/${name}`)
    : (text.match(PART) ?? []);

/** A font has no parts, and is no text. */
export const isFont = (address: string): boolean => address.endsWith('.woff2');

/** Keeps a built file with all it needs. @param seen those looked at already @throws when one does not come */
async function cacheFile(files: Cache, address: string, seen: Set<string>): Promise<void> {
  if (seen.has(address)) return;
  seen.add(address);
  let file = await files.match(address);
  if (!file) {
    file = await fetch(address);
    if (!file.ok) throw new TypeError(`${address} is not there.`);
    await files.put(address, file.clone());
  }
  if (!isFont(address)) await cacheDependencies(files, address, await file.text(), seen);
}

const cacheDependencies = async (files: Cache, address: string, text: string, seen: Set<string>) =>
  Promise.all(dependenciesOf(address, text).map((part) => cacheFile(files, part, seen)));

/**
 * Keeps a page with the very files it was built with, so that it is whole after the site was built anew, too.
 * @param name the cache, see `KEPT`
 * @param key see `keyOf`
 * @throws when one of its files does not come; then nothing is kept
 */
export async function cachePage(name: string, key: string, page: Response): Promise<void> {
  const files = await caches.open(CACHES.files);
  await cacheDependencies(files, key, await page.clone().text(), new Set());
  const pages = await caches.open(name);
  // To the end of the line: the first in it is the first to go, and in WebKit one that is replaced keeps its place. The
  // offline page stands in no line, and must never be missing.
  if (name !== CACHES.shell) await pages.delete(key);
  await pages.put(key, page);
}

/** @returns a kept page, the newest there is */
export async function matchPage(key: string): Promise<Response | undefined> {
  const options = { ignoreVary: true };
  return (
    (await caches.match(key, { cacheName: CACHES.visited, ...options })) ??
    (await caches.match(key, { cacheName: CACHES.saved, ...options })) ??
    caches.match(key, { cacheName: CACHES.shell, ...options })
  );
}
