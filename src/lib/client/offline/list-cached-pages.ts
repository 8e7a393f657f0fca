import { CACHES } from './cache-names.ts';
import { listMemberCaches } from './member-cache.ts';

/** A stored page, for the list on the offline page. */
export interface CachedPage {
  path: string;
  title: string;
  /** URLs of the images that were saved with it */
  images: string[];
  /** e.g. `412 KB`; empty for a page that was only visited */
  size: string;
}

// Nothing to read: messages, errors and the list itself.
const NOT_LISTED =
  /^\/(?:offline|goodbye|thank-you|login|forgot-password|unauthorized|email-change|join|404|500)(?:\/|$)/;

/** Guides first, then listings, then the rest. */
function rankOf(path: string): number {
  if (path.startsWith('/eduhub/')) return 0;
  return path.startsWith('/exchange/') ? 1 : 2;
}

/** The forum's pages all have one title: their heading says more. */
const titleOf = (page: Document): string => {
  const [title = ''] = page.title.split(' | ', 1);
  if (title === 'Eduhub') return 'EduHub';
  return title === 'Forums' ? (page.querySelector('h1')?.textContent.trim() ?? title) : title;
};

/** Reads title and size from the page; the title is without the names of the site and the section. */
function toCachedPage(address: string, html: string): CachedPage {
  const { pathname, search } = new URL(address);
  const page = new DOMParser().parseFromString(html, 'text/html');
  const { save = '', size = '' } = page.querySelector<HTMLElement>('[data-save]')?.dataset ?? {};
  const images = save.split(' ').filter(Boolean);
  return { path: pathname + search, title: titleOf(page), size, images };
}

async function readPages(name: string): Promise<CachedPage[]> {
  const pages = await caches.open(name);
  const read = async (request: Request) => {
    const page = await pages.match(request, { ignoreVary: true });
    return toCachedPage(request.url, (await page?.text()) ?? '');
  };
  const all = await pages.keys();
  const requests = all.filter(({ url }) => !new URL(url).pathname.startsWith('/api/'));
  return (await Promise.all(requests.map(read))).toReversed();
}

/** @returns the saved pages, and the visited ones that are not saved; guides first, the latest first */
export async function listCachedPages(): Promise<{ saved: CachedPage[]; visited: CachedPage[] }> {
  const saved = await readPages(CACHES.saved);
  const paths = new Set(saved.map(({ path }) => path));
  const visited: CachedPage[] = [];
  for (const name of [...(await listMemberCaches()), CACHES.visited])
    visited.push(...(await readPages(name)));
  const listed = visited.filter(({ path }) => !paths.has(path) && !NOT_LISTED.test(path));
  return { saved, visited: listed.toSorted((a, b) => rankOf(a.path) - rankOf(b.path)) };
}
